"""Counts what was right, and groups what was wrong."""

import collections
import re

COLUMNS = ("operations", "called", "calls", "valid", "decoded", "equal", "errors", "credentials")


class Exceptions:
    """The exceptions that docs/oracle.md explains."""

    def __init__(self, path):
        self.rows = []
        self.used = collections.Counter()
        with open(path, encoding="utf-8") as handle:
            for line in handle:
                cells = [cell.strip().strip("`") for cell in line.strip().strip("|").split(" | ")]
                if line.startswith("| `") and len(cells) == 4:
                    self.rows.append(cells)

    def explains(self, document, fault):
        for row in self.rows:
            name, operation, kind, _ = row
            if name in ("*", document) and re.fullmatch(operation.replace("\\|", "|"), fault["operation"]) and re.search(
                    kind.replace("\\|", "|"), f"{fault['kind']}: {fault['message']}", re.S):
                self.used[tuple(row)] += 1
                return True
        return False

    def unused(self, documents):
        """Exceptions of these documents that explained nothing."""
        return [row for row in self.rows if row[0] in documents and not self.used[tuple(row)]]


class Tally:
    """The result of one document: right of all for each column, and faults."""

    def __init__(self, name, documents, calls, judge, smoke):
        self.name = name
        self.right = collections.Counter()
        self.all = collections.Counter()
        self.faults = []
        verdicts = {}
        for line in judge:
            headers = {key.lower(): value for key, value in line["request"]["headers"]}
            if "x-smoke-call" in headers:
                verdicts[headers["x-smoke-call"]] = line
        outcomes = {}
        for line in smoke:
            # A route may have two functions, for a value and for a stream: the worse one counts.
            known = outcomes.get(line.get("call"))
            if known is None or known["decoded"] and known.get("equal", True):
                outcomes[line.get("call")] = line
        seen = {line["route"] for line in smoke}
        for document in documents:
            for operation in document.operations():
                self.count("operations", True, operation.label)
                self.count("called", document.route(operation) in seen, operation.label,
                           "not called", "no report")
        for entry in calls.entries:
            self.entry(entry, outcomes.get(entry["call"]), verdicts.get(entry["call"]))

    def count(self, column, is_right, operation, kind="", message="", entry=None):
        self.all[column] += 1
        self.right[column] += bool(is_right)
        if not is_right:
            self.faults.append({
                "column": column, "operation": operation, "kind": kind, "message": message,
                "set": entry["set"] if entry else "",
            })

    def entry(self, entry, outcome, verdict):
        operation = entry["operation"]
        if outcome is None:
            return self.count("calls", False, operation, "no report", "the call is not reported", entry)
        if verdict is None and not entry["isDefined"] and outcome.get("error") == "requestEncoding":
            # What no style can express is refused, and said so.
            return self.count("refused", True, operation)
        self.count("calls", verdict is not None, operation, "not sent",
                   f"{outcome.get('error')}: {outcome.get('message')}", entry)
        if verdict is None:
            return None
        if entry["isDefined"]:
            bad = verdict["violations"]
            first = bad[0] if bad else {"kind": "", "message": ""}
            details = first.get("differences") or first.get("errors") or ""
            self.count("valid", not bad, operation, f"request: {first['kind']}",
                       f"{first['message']} {details}"[:400] + f" <- {verdict['request']['line'][:200]}", entry)
        wrong = [v["message"] for v in verdict["violations"] + verdict["warnings"]
                 if v["kind"] == "security" and "names an unknown scheme" not in v["message"]]
        self.count("credentials", not wrong, operation, "credentials", str(wrong)[:200], entry)
        answer = verdict["response"]
        if answer.get("sampled") is False:
            return None
        if entry["status"] is None:
            self.count("decoded", outcome["decoded"], operation, f"decoding: {outcome.get('error')}",
                       f"{outcome.get('message')} <- {answer.get('body', '')[:300]}", entry)
        elif entry["hasBody"] and answer.get("status") == entry["status"]:
            is_typed = "failure" in outcome or outcome["decoded"]
            self.count("errors", is_typed, operation, f"error response {entry['status']}",
                       f"{outcome.get('error')}: {outcome.get('message')} <- {answer.get('contentType')} "
                       f"{answer.get('body', '')[:200]}", entry)
        if "equal" in outcome:
            self.count("equal", outcome["equal"], operation, "not equal",
                       f"{outcome.get('difference')} <- {answer.get('body', '')[:200]}", entry)
        return None

    def explain(self, exceptions):
        """Takes explained faults out; they count as right."""
        rest = []
        self.explained = []
        for fault in self.faults:
            if exceptions.explains(self.name, fault):
                self.explained.append(fault)
            else:
                rest.append(fault)
        self.faults = rest

    def row(self):
        cells = [self.name]
        for column in COLUMNS:
            right, every = self.right[column], self.all[column]
            cells.append(str(every) if right == every else f"{right}/{every}")
        return cells + [str(len(self.explained)), str(len(self.faults))]

    def kinds(self):
        """Faults by kind, with what changes from place to place taken out."""
        groups = collections.OrderedDict()
        for fault in self.faults:
            text = re.sub(r"<- .*", "", fault["message"], flags=re.S)
            text = re.sub(r"https?://\S+", "URL", text).replace(fault["operation"], "OPERATION")
            text = re.sub(r"'[^']*'|\"[^\"]*\"|\d+|\$[^ :,]*", "…", text)[:110]
            groups.setdefault((fault["kind"], text), []).append(fault)
        return sorted(groups.items(), key=lambda item: -len(item[1]))
