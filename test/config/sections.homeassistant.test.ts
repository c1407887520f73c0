import { expect, it } from "vitest";
import { loadWith, onePlayer, problemsWith } from "./load-with.ts";

it("players are announced to Home Assistant unless somebody says no", () => {
  expect(loadWith({ env: onePlayer }).homeassistant).toEqual({
    enabled: true,
    prefix: "homeassistant",
    language: "auto",
    mediaPlayer: false,
    pageUrl: "",
    updateUrl: "",
  });
  const env = { ...onePlayer, HOMEASSISTANT_ENABLED: "false", HOMEASSISTANT_MEDIA_PLAYER: "true" };
  const page = { "homeassistant.pageUrl": "http://192.168.1.10:8099" };
  expect(problemsWith({ env: onePlayer, args: page })).toEqual([]);
  const args = {
    "homeassistant.prefix": "ha/discovery",
    "homeassistant.language": "de",
    "homeassistant.pageUrl": "homeassistant://app/player2mqtt",
    "homeassistant.updateUrl": "https://mirror.home/latest",
  };
  expect(loadWith({ env, args }).homeassistant).toEqual({
    enabled: false,
    prefix: "ha/discovery",
    language: "de",
    mediaPlayer: true,
    pageUrl: "homeassistant://app/player2mqtt",
    updateUrl: "https://mirror.home/latest",
  });
});

it.each([
  ["homeassistant.enabled", "perhaps", "true or false"],
  ["homeassistant.language", "klingon", "zh-Hans"],
  ["homeassistant.prefix", "home assistant", "a discovery prefix"],
  ["homeassistant.prefix", "ha/#", "a discovery prefix"],
  ["homeassistant.updateUrl", "true", "an address"],
  ["homeassistant.pageUrl", "192.168.1.10:8099", "the address of a page"],
  ["homeassistant.pageUrl", "javascript://alert(1)", "the address of a page"],
])("%s cannot be %s", (name, value, wanted) => {
  const problems = problemsWith({ env: onePlayer, args: { [name]: value } });
  expect(problems).toHaveLength(1);
  expect(problems[0]).toContain(wanted);
});
