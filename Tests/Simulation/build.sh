# Builds the simulator from nothing but the queue, which needs no other file of EndpointKit: the
# compiler is called directly, since building the package takes minutes. For the scripts beside it;
# `here` and `work` have to be set.

root=$(cd "$here/../.." && pwd)
queue="$root/Sources/EndpointKit/OAuth2/Queue"

# Compiles a module as one piece, so that nothing but its interface reaches the other.
compile() {
  module=$1
  optimization=$2
  shift 2
  swiftc "$optimization" -wmo -swift-version 6 -package-name simulation -module-name "$module" \
    -emit-module-path "$work/$module.swiftmodule" -disable-cmo -I "$work" \
    -c -o "$work/$module.o" "$@"
}

copy_queue() {
  rm -rf "$work/queue"
  mkdir "$work/queue"
  cp "$queue"/*.swift "$work/queue"
}
# build_queue -O, or -Onone where building it takes longer than running it.
build_queue() { compile EndpointKit "$1" -parse-as-library "$work"/queue/*.swift; }
build_simulation() {
  compile simulate -O "$root"/Tests/OAuth2Tests/Simulation/*.swift "$here/main.swift"
}
link_simulation() { swiftc -o "$work/simulate" "$work/EndpointKit.o" "$work/simulate.o"; }
