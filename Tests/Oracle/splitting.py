"""Takes documents apart whose operations differ behind `#` alone.

HTTP sends no fragment, so that a server cannot tell such operations apart, and the judge is one. It
gets documents of its own: each path stands in one of them, without its fragment. The client is made
of the whole document.
"""

import json
import os
import sys


def parts(judge, path, folder):
    """The documents for the judge: their paths, and by path what the whole document calls it."""
    sys.path.insert(0, judge)
    from oracle_lib import document
    root = document.load(path, cache=True).root
    names = [name for name in root.get("paths") or {} if name.startswith("/")]
    if not any("#" in name for name in names):
        return [(path, {})]
    alike = {}
    for name in sorted(names, key=lambda name: "#" in name):
        alike.setdefault(name.partition("#")[0], []).append(name)
    result = []
    for number in range(max(len(group) for group in alike.values())):
        originals = {core: group[number] for core, group in alike.items() if number < len(group)}
        taken = {original: core for core, original in originals.items()}
        own = dict(root)
        own["paths"] = {taken[name]: item for name, item in root["paths"].items() if name in taken}
        place = os.path.join(folder, f"part-{number}.json")
        with open(place, "w", encoding="utf-8") as handle:
            json.dump(own, handle)
        result.append((place, originals))
    return result
