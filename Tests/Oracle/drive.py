"""Holds generated clients against a judge that nobody here wrote. See docs/oracle.md."""

import argparse
import json
import os
import sys
import time

import building
import judging
import splitting
import tallying


def documents(listing, corpus, is_subset, words):
    """The documents of the list: name and path."""
    with open(listing, encoding="utf-8") as handle:
        for line in handle:
            if not line.strip() or line.startswith("#"):
                continue
            path, _, group = line.rstrip("\n").partition("\t")
            if is_subset and group != "subset":
                continue
            if words and not any(word in path for word in words):
                continue
            yield path, os.path.join(corpus, "specs", path)


def one(name, path, options, builder, exceptions):
    """Everything about one document."""
    folder = os.path.join(options.output, name.replace("/", "_").rsplit(".", 1)[0])
    os.makedirs(folder, exist_ok=True)
    times = {}

    def step(what, work):
        start = time.monotonic()
        result = work()
        times[what] = times.get(what, 0) + time.monotonic() - start
        return result

    step("generate", lambda: builder.generate(path, folder))
    program = step("build", lambda: builder.build(folder))
    calls = judging.Calls()
    judged, judge, smoke, codes = [], [], [], []
    for number, (part, originals) in enumerate(splitting.parts(options.judge, path, folder)):
        place = os.path.join(folder, f"part-{number}") if number else folder
        os.makedirs(place, exist_ok=True)
        document = judging.Document(options.judge, part, originals)
        plan = step("plan", lambda: judging.make_plan(
            sys.executable, options.judge, part, os.path.join(place, "plan.json")))
        calls.take(document, plan, os.path.join(place, "calls.jsonl"), 0 if number else options.payloads)
        reports = step("run", lambda: judging.hold(
            sys.executable, options.judge, part, program, place))
        judged.append(document)
        judge += reports[0]
        smoke += reports[1]
        codes.append(reports[2])
    tally = tallying.Tally(name, judged, calls, judge, smoke)
    tally.explain(exceptions)
    for code in (code for code in codes if code < 0):
        tally.faults.append({"column": "calls", "operation": "*", "kind": "crash",
                             "message": f"the program ended with signal {-code}", "set": ""})
    for kind, faults in (("faults", tally.faults), ("explained", tally.explained)):
        with open(os.path.join(folder, f"{kind}.jsonl"), "w", encoding="utf-8") as handle:
            handle.writelines(json.dumps(fault) + "\n" for fault in faults)
    seconds = " ".join(f"{what} {value:.0f}" for what, value in times.items())
    return tally, seconds


def main():
    parser = argparse.ArgumentParser()
    for name in ("judge", "corpus", "package", "products", "output", "documents", "exceptions"):
        parser.add_argument(f"--{name}", required=True)
    parser.add_argument("--subset", action="store_true")
    parser.add_argument("--filter", action="append", default=[])
    parser.add_argument("--payloads", type=int, default=0, help="further random responses a document")
    parser.add_argument("--kinds", type=int, default=20, help="kinds of faults to print a document")
    parser.add_argument("--samples", type=int, default=1, help="faults to print a kind")
    options = parser.parse_args()
    builder = building.Builder(options.package, options.products)
    exceptions = tallying.Exceptions(options.exceptions)
    began = time.monotonic()
    print("| document | " + " | ".join(tallying.COLUMNS) + " | explained | faults | seconds |")
    print("| --- |" + " ---: |" * (len(tallying.COLUMNS) + 2) + " --- |", flush=True)
    failed = 0
    results = []
    for name, path in list(documents(options.documents, options.corpus, options.subset, options.filter)):
        try:
            tally, seconds = one(name, path, options, builder, exceptions)
        except building.Failed as failure:
            print(f"| {name} | {failure} |", flush=True)
            failed += 1
            continue
        print("| " + " | ".join(tally.row() + [seconds]) + " |", flush=True)
        results.append(tally)
        failed += bool(tally.faults)
    for tally in results:
        for (kind, text), faults in tally.kinds()[:options.kinds]:
            print(f"\n{tally.name}: {len(faults)} x {kind}: {text}")
            for fault in faults[:options.samples]:
                print(f"    {fault['operation']} [{fault['set']}] {fault['message'][:500]}")
    for row in exceptions.unused([tally.name for tally in results]):
        print(f"\nno fault needs this exception any more: {' | '.join(row)}")
    print(f"\n{time.monotonic() - began:.0f} seconds")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
