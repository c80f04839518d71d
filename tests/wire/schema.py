"""Judges request bodies by Discord's own OpenAPI description, where a copy lies in a folder beside the checkout."""

import json
from pathlib import Path
from typing import Any

try:
    import jsonschema_rs
except ImportError:  # an optional part of the test dependencies
    jsonschema_rs = None  # type: ignore[assignment]

CHECKOUT = Path(__file__).resolve().parents[2]
DESCRIPTION = "discord-openapi.json"


def find_description() -> Path | None:
    """Finds the description in any folder beside the checkout; None without it or without jsonschema-rs."""
    found = sorted(CHECKOUT.parent.glob(f"*/{DESCRIPTION}"))
    return found[0] if found and jsonschema_rs is not None else None


class Schemas:
    """The description's schemas of request bodies, compiled as they are needed."""

    def __init__(self, path: Path) -> None:
        self._document: dict[str, Any] = json.loads(path.read_bytes())
        # Clients send snowflakes as numbers too, and Discord takes them.
        self._document["components"]["schemas"]["SnowflakeType"]["type"] = ["string", "integer"]
        self._registry = jsonschema_rs.Registry([("urn:discord", self._document)])
        self._validators: dict[tuple[str, str], jsonschema_rs.Validator | None] = {}

    def problems(self, method: str, template: str, body: Any) -> list[tuple[str, str]]:
        """Lists what the description has against a body, as (dotted path, sentence) pairs; unknown routes pass."""
        return self._problems(method, template, "requestBody", body)

    def answer_problems(self, method: str, template: str, answer: Any) -> list[tuple[str, str]]:
        """Lists what the description has against an answer of the server's own with status 200."""
        return self._problems(method, template, "responses/200", answer)

    def _problems(self, method: str, template: str, part: str, body: Any) -> list[tuple[str, str]]:
        key = (template, f"{method.lower()}/{part}")
        if key not in self._validators:
            self._validators[key] = self._compile(*key)
        validator = self._validators[key]
        if validator is None or validator.is_valid(body):
            return []
        return [
            (".".join(map(str, error.instance_path)) or "body", error.message[:2000])
            for error in validator.iter_errors(body)
        ]

    def _compile(self, template: str, part: str) -> "jsonschema_rs.Validator | None":
        described = self._document["paths"].get(template, {})
        for key in part.split("/"):
            described = described.get(key, {})
        if "application/json" not in described.get("content", {}):
            return None
        escaped = template.replace("/", "~1").replace("{", "%7B").replace("}", "%7D")
        pointer = f"#/paths/{escaped}/{part}/content/application~1json/schema"
        return jsonschema_rs.validator_for({"$ref": f"urn:discord{pointer}"}, registry=self._registry)
