"""Renders templates as Home Assistant does: reads a JSON list of {template, value} from standard input."""

import json
import sys

import jinja2
import jinja2.sandbox

warnings = []


class Noisy(jinja2.Undefined):
    """Home Assistant logs each use of an undefined variable; so does this."""

    def _log(self):
        warnings.append(self._undefined_message)

    def _fail_with_undefined_error(self, *args, **kwargs):
        self._log()
        return super()._fail_with_undefined_error(*args, **kwargs)

    def __str__(self):
        self._log()
        return super().__str__()

    def __iter__(self):
        self._log()
        return super().__iter__()

    def __bool__(self):
        self._log()
        return super().__bool__()


def loads(text):
    def refuse(name):
        raise ValueError(name)

    return json.loads(text, parse_constant=refuse)


def render(template, value):
    if "{{" not in template and "{%" not in template:
        return template
    variables = {"value": value}
    try:
        variables["value_json"] = loads(value)
    except ValueError:
        pass
    return environment.from_string(template).render(**variables).strip()


environment = jinja2.sandbox.ImmutableSandboxedEnvironment(undefined=Noisy)
environment.filters["to_json"] = lambda value: json.dumps(value, ensure_ascii=False, separators=(",", ":"))

results = []
for job in json.load(sys.stdin):
    warnings.clear()
    try:
        text = render(job["template"], job["value"])
    except jinja2.TemplateError as error:
        text = None
        warnings.append(str(error))
    results.append({"text": text, "warnings": list(warnings)})
json.dump(results, sys.stdout)
