"""Turns the judge's plan into calls, lets a program make them, and reads both reports."""

import json
import os
import signal
import subprocess
import sys

RANDOM_SEEDS = ("1", "2", "3")


class Document:
    """A document as the judge reads it: its operations, and what they answer."""

    def __init__(self, judge, path, originals):
        """A document; `originals` are paths as the client's document has them."""
        sys.path.insert(0, judge)
        from oracle_lib import bodies, document
        from oracle_lib.model import Model, default_status, status_of
        from oracle_lib.schemas import View
        self.path = path
        self.originals = originals
        self.bodies = bodies
        loaded = document.load(path, cache=True)
        self.model = Model(loaded)
        self.view = View(loaded)
        self.default_status = default_status
        self.status_of = status_of

    def statuses(self, operation):
        """The documented statuses that are no success: key, status, whether JSON comes with it."""
        for key, response in operation.responses.items():
            status = self.status_of(operation, key)
            if not isinstance(status, int) or 200 <= status < 300 or not 300 <= status <= 599:
                continue
            content = response.get("content") if isinstance(response, dict) else None
            kinds = [kind for kind in content or {} if isinstance(kind, str)]
            yield str(key), status, bool(kinds) and status != 304

    def operations(self):
        return self.model.operations

    def route(self, operation):
        return f"{operation.method} {self.originals.get(operation.path, operation.path)}"

    def with_files(self, operation, body):
        """A multipart body whose choices between a file and a list of files are lists of files."""
        schema = operation.contents.get(body["declared"], {}).get("schema", {})
        if not body["contentType"].startswith("multipart/") or not isinstance(body["value"], dict):
            return body["value"]
        value = dict(body["value"])
        for name, item in value.items():
            described = self.view.property(schema, name)
            if described is not None and self.is_choice_of_files(described):
                items = item if isinstance(item, list) else [item]
                value[name] = [self.file(part) for part in items]
        return value

    def is_choice_of_files(self, schema):
        choices = schema.get("oneOf") or schema.get("anyOf") or []
        return "array" in self.view.types(schema) and any(
            self.bodies.is_binary(self.view, choice) for choice in choices)

    def file(self, part):
        if not isinstance(part, str):
            return part
        return {"$base64": self.bodies.b64(self.bodies.octets(part))}


def arguments(document, operation, call):
    """The arguments of an entry of the plan, as the smoke tests read them."""
    values = {}
    for parameter in call["parameters"]:
        values.setdefault(parameter["in"], {})[parameter["name"]] = parameter["value"]
    body = call.get("body")
    if body:
        values["body"] = {"contentType": body["contentType"],
                          "value": document.with_files(operation, body)}
        if "base64" in body:
            values["body"]["base64"] = body["base64"]
        elif body.get("text") is not None and not body["contentType"].startswith("application/json"):
            import base64
            values["body"]["base64"] = base64.b64encode(body["text"].encode()).decode()
    return values


class Calls:
    """All calls of a document, by number."""

    def __init__(self):
        self.entries = []

    def take(self, document, plan, path, payloads=0):
        """Adds the calls of a plan, and so many for more random responses; writes them to a file."""
        self.document = document
        first = len(self.entries)
        by_operation = {}
        for call in plan["calls"]:
            by_operation.setdefault(call["id"].split(":")[0], {})[call["set"]] = call
        for operation in document.operations():
            sets = by_operation.get(str(operation.index), {})
            for name, call in sets.items():
                kind = "full" if name.startswith("full") else name.split("-")[0]
                seed = name.split("-")[1] if kind == "random" else None
                self.add(operation, call, name, kind, seed)
            base = sets.get("minimal") or next(iter(sets.values()), None)
            if base is None:
                continue
            for mode, seed in [("full", None)] + [("random", s) for s in RANDOM_SEEDS]:
                self.add(operation, base, f"{base['set']}/{mode}{seed or ''}", mode, seed)
            for key, status, has_body in document.statuses(operation):
                for mode, seed in [("minimal", None), ("full", None), ("random", "1")]:
                    name = f"{base['set']}/{status}/{mode}{seed or ''}"
                    self.add(operation, base, name, mode, seed, status, has_body)
        bases = [(operation, sets[0]) for operation in document.operations()
                 if (sets := list(by_operation.get(str(operation.index), {}).values()))]
        for number in range(payloads if bases else 0):
            operation, base = bases[number % len(bases)]
            self.add(operation, base, f"payload {number}", "random", f"payload-{number}")
        with open(path, "w", encoding="utf-8") as handle:
            for entry in self.entries[first:]:
                line = {key: entry[key] for key in ("route", "set", "call", "fields", "arguments")}
                handle.write(json.dumps(line) + "\n")

    def add(self, operation, call, name, mode, seed, status=None, has_body=None):
        fields = {"X-Oracle-Mode": mode}
        if not call.get("undefinedBySpec") and not call.get("selfCheck"):
            fields["X-Oracle-Call"] = call["id"]
        if seed:
            fields["X-Oracle-Seed"] = seed
        if status is not None:
            fields["X-Oracle-Status"] = str(status)
        number = str(len(self.entries))
        fields["X-Smoke-Call"] = number
        self.entries.append({
            "route": self.document.route(operation), "operation": operation.label, "set": name, "call": number,
            "fields": fields, "arguments": arguments(self.document, operation, call), "status": status, "hasBody": has_body,
            "isDefined": "X-Oracle-Call" in fields,
        })


def make_plan(python, judge, document, path):
    """Lets the judge plan sample calls."""
    subprocess.run(
        [python, os.path.join(judge, "oracle.py"), document, "--emit-calls", path, "--random", "3"],
        check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )
    with open(path, encoding="utf-8") as handle:
        return json.load(handle)


def hold(python, judge, document, program, folder):
    """Lets a program make its calls to the judge; gives the reports of both."""
    paths = {name: os.path.join(folder, f"{name}.jsonl") for name in ("judge", "smoke")}
    for path in paths.values():
        if os.path.exists(path):
            os.remove(path)
    with open(os.path.join(folder, "judge.log"), "w", encoding="utf-8") as log:
        server = subprocess.Popen(
            [python, os.path.join(judge, "oracle.py"), document, "--plan",
             os.path.join(folder, "plan.json"), "--report", paths["judge"]],
            stdout=subprocess.PIPE, stderr=log, text=True,
        )
        try:
            line = server.stdout.readline()
            if "listening on " not in line:
                raise RuntimeError(f"the judge does not listen: {line}")
            environment = dict(os.environ)
            environment.update({
                "GENCLIENT_SMOKE_URL": line.split("listening on ")[1].strip(),
                "GENCLIENT_SMOKE_CALLS": os.path.join(folder, "calls.jsonl"),
                "GENCLIENT_SMOKE_REPORT": paths["smoke"],
            })
            with open(os.path.join(folder, "smoke.log"), "w", encoding="utf-8") as output:
                code = subprocess.call(
                    [program, "--testing-library", "swift-testing"],
                    stdout=output, stderr=subprocess.STDOUT, env=environment,
                )
        finally:
            server.send_signal(signal.SIGTERM)
            server.wait()
    reports = {}
    for name, path in paths.items():
        reports[name] = []
        if os.path.exists(path):
            with open(path, encoding="utf-8") as handle:
                reports[name] = [json.loads(text) for text in handle]
    return reports["judge"], reports["smoke"], code
