"""The files that Home Assistant and HACS read: hassfest is not at hand here, so its rules are held by hand."""

import json
from pathlib import Path
import re
import struct
from typing import Any

from homeassistant.core import HomeAssistant
from homeassistant.helpers.translation import async_get_translations
from homeassistant.util.yaml import load_yaml_dict
import pytest

ROOT = Path(__file__).parents[3]
FOLDER = ROOT / "custom_components" / "player2mqtt"
LANGUAGES = ["de", "en", "fr", "zh-Hans"]


def read(name: str) -> dict[str, Any]:
    return json.loads((FOLDER / name).read_text(encoding="utf-8"))


def leaves(value: object, path: str = "") -> dict[str, str]:
    if isinstance(value, dict):
        return {k: v for key, below in value.items() for k, v in leaves(below, f"{path}/{key}").items()}
    return {path: str(value)}


def sources() -> str:
    return "\n".join(path.read_text(encoding="utf-8") for path in sorted(FOLDER.glob("*.py")))


def test_the_manifest_is_as_hassfest_wants_it() -> None:
    manifest = read("manifest.json")
    keys = list(manifest)
    assert keys == ["domain", "name", *sorted(keys[2:])]
    assert {"codeowners", "documentation", "issue_tracker", "version"} <= manifest.keys()
    assert manifest["integration_type"] == "hub"
    assert manifest["iot_class"] == "local_push"
    assert manifest["dependencies"] == ["mqtt"]
    assert manifest["requirements"] == []


def test_the_version_is_that_of_the_bridge() -> None:
    package = json.loads((ROOT / "package.json").read_text(encoding="utf-8"))
    assert read("manifest.json")["version"] == package["version"]


def test_one_integration_is_in_the_repository() -> None:
    assert [one.name for one in (ROOT / "custom_components").iterdir() if one.is_dir()] == ["player2mqtt"]
    assert json.loads((ROOT / "hacs.json").read_text(encoding="utf-8"))["name"]


@pytest.mark.parametrize(("name", "size"), [("icon.png", 256), ("icon@2x.png", 512)])
def test_the_icon_is_as_large_as_home_assistant_wants_it(name: str, size: int) -> None:
    icon = (FOLDER / "brand" / name).read_bytes()
    assert icon.startswith(b"\x89PNG")
    assert struct.unpack(">II", icon[16:24]) == (size, size)


@pytest.mark.parametrize(
    "part",
    [
        "## Install the integration",
        "To remove the integration",
        "### What it shows and does",
        "The integration polls nothing",
        "### Actions",
        "## Automations",
        "### Known limits",
        "## Troubleshooting",
    ],
)
def test_the_documentation_says_what_the_quality_scale_asks_for(part: str) -> None:
    text = (ROOT / "docs" / "home-assistant.md").read_text(encoding="utf-8")
    assert re.search(rf"^{part}", text, re.MULTILINE), part


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_language_says_everything(language: str) -> None:
    english, other = leaves(read("translations/en.json")), leaves(read(f"translations/{language}.json"))
    assert other.keys() == english.keys()
    for key, text in other.items():
        assert text.strip() == text
        assert text
        assert set(re.findall(r"{\w+}", text)) == set(re.findall(r"{\w+}", english[key])), key
    if language != "en":
        # What is left without the places: a sentence may be nothing but these.
        same = {key for key, text in other.items() if text == english[key] and len(re.sub(r"{\w+}", "", text)) > 20}
        assert same == set()


def test_the_german_texts_say_sie() -> None:
    familiar = re.compile(r"(?i)\b(du|dich|dir|dein\w*|aktualisiere|öffne|prüfe|starte|wähle|gib|entferne)\b")
    assert [text for text in leaves(read("translations/de.json")).values() if familiar.search(text)] == []


def test_there_are_no_other_languages_half_done() -> None:
    assert sorted(path.stem for path in (FOLDER / "translations").glob("*.json")) == LANGUAGES


def test_each_message_is_used_and_each_that_is_used_exists() -> None:
    text = sources()
    told = read("translations/en.json")
    for key in told["exceptions"]:
        # Named by the code of a sentence of the bridge.
        if key.startswith("says_"):
            continue
        assert f'"{key}"' in text, key
    for key in (*told["config"]["error"], *told["issues"]):
        assert f'"{key}"' in text, key
    for key in re.findall(r'_error\("(\w+)"', text) + re.findall(r'_invalid\("(\w+)"', text):
        assert key in told["exceptions"], key


def test_each_action_has_fields_icon_and_texts() -> None:
    actions = load_yaml_dict(FOLDER / "services.yaml")
    texts, icons = read("translations/en.json")["services"], read("icons.json")["services"]
    assert sorted(actions) == sorted(texts) == sorted(icons)
    for name, action in actions.items():
        assert sorted(action.get("fields", {})) == sorted(texts[name].get("fields", {}))


def test_the_quality_scale_leaves_nothing_open() -> None:
    rules = load_yaml_dict(FOLDER / "quality_scale.yaml")["rules"]
    assert len(rules) >= 52
    for name, rule in rules.items():
        if rule == "done":
            continue
        assert rule["status"] in ("done", "exempt"), name
        assert rule["comment"].strip(), name


async def test_home_assistant_takes_the_translations(hass: HomeAssistant) -> None:
    for language in LANGUAGES:
        told = await async_get_translations(hass, language, "exceptions", ["player2mqtt"])
        assert "component.player2mqtt.exceptions.rejected.message" in told
