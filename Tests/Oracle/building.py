"""Generates the client and the smoke tests of a document, and builds them into one program."""

import glob
import hashlib
import os
import subprocess

RUNNER = """import Testing

@main struct Runner {
  static func main() async { await Testing.__swiftPMEntryPoint() as Never }
}
"""


class Failed(Exception):
    """A step that did not work out; says which, and shows its output."""


def run(command, log, **options):
    """Runs a command with its output in a file."""
    with open(log, "w", encoding="utf-8") as handle:
        code = subprocess.call(command, stdout=handle, stderr=subprocess.STDOUT, **options)
    if code != 0:
        with open(log, encoding="utf-8", errors="replace") as handle:
            lines = handle.read().splitlines()
        errors = [line for line in lines if "error:" in line][:5] or lines[-5:]
        raise Failed(f"{os.path.basename(command[0])} ended with {code}: " + " / ".join(errors)[:600])


class Builder:
    """Builds programs against the modules of one build of the package."""

    def __init__(self, package, products):
        self.package = package
        self.products = products
        self.modules = os.path.join(products, "Modules")
        self.objects = sorted(
            path
            for target in ("EndpointKit", "EndpointTesting", "EndpointCurl")
            for path in glob.glob(os.path.join(products, f"{target}.build", "**", "*.o"), recursive=True)
        )
        if not self.objects:
            raise Failed(f"there is no build of the runtime in {products}")
        self.flags = [
            "-swift-version", "6", "-Onone", "-warnings-as-errors", "-enable-testing", "-j2", "-I", self.modules,
            "-Xcc", f"-fmodule-map-file={package}/Sources/CCurl/module.modulemap",
        ]

    def generate(self, document, folder):
        """Writes client and tests below a folder; gives what the generator said."""
        os.makedirs(folder, exist_ok=True)
        log = os.path.join(folder, "generate.log")
        run(
            [os.path.join(self.products, "gen-client"), document, "--no-config", "--name", "Service",
             "-o", os.path.join(folder, "Sources", "ServiceClient"), "--emit", "smoke-tests", "--quiet"],
            log,
        )

    def build(self, folder):
        """Builds what was generated; gives the program."""
        program = os.path.join(folder, "smoke")
        stamp = os.path.join(folder, "built")
        sources = sorted(glob.glob(os.path.join(folder, "Sources", "**", "*.swift"), recursive=True))
        tests = sorted(glob.glob(os.path.join(folder, "Tests", "**", "*.swift"), recursive=True))
        key = self.key(sources + tests)
        if os.path.exists(program) and os.path.exists(stamp) and open(stamp).read() == key:
            return program
        for name in ("client", "tests"):
            os.makedirs(os.path.join(folder, name), exist_ok=True)
            for path in glob.glob(os.path.join(folder, name, "*")):
                os.remove(path)
        runner = os.path.join(folder, "Runner.swift")
        with open(runner, "w", encoding="utf-8") as handle:
            handle.write(RUNNER)
        self.compile(folder, "client", "ServiceClient", sources)
        self.compile(folder, "tests", "ServiceSmoke", tests + [runner])
        objects = os.path.join(folder, "objects")
        with open(objects, "w", encoding="utf-8") as handle:
            for path in self.objects + sorted(glob.glob(os.path.join(folder, "client", "*.o"))) + sorted(
                    glob.glob(os.path.join(folder, "tests", "*.o"))):
                handle.write(f'"{path}"\n')
        run(["swiftc", "-o", program, f"@{objects}", "-lcurl"], os.path.join(folder, "link.log"))
        with open(stamp, "w", encoding="utf-8") as handle:
            handle.write(key)
        return program

    def compile(self, folder, name, module, sources):
        """Compiles a module file by file, as a debug build does."""
        place = os.path.join(folder, name)
        listing = os.path.join(folder, f"{name}.sources")
        with open(listing, "w", encoding="utf-8") as handle:
            handle.writelines(f'"{path}"\n' for path in sources)
        run(
            ["swiftc", *self.flags, "-I", os.path.join(folder, "client"), "-c", "-parse-as-library",
             "-enable-batch-mode", "-module-name", module,
             "-emit-module", "-emit-module-path", os.path.join(place, f"{module}.swiftmodule"),
             f"@{listing}"],
            os.path.join(folder, f"{name}.log"), cwd=place,
        )

    def key(self, paths):
        """Tells whether anything that goes into a program has changed."""
        digest = hashlib.sha256()
        for path in paths + self.objects:
            with open(path, "rb") as handle:
                digest.update(hashlib.sha256(handle.read()).digest())
        return digest.hexdigest()
