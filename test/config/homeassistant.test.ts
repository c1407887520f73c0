import { expect, it } from "vitest";
import { loadWith, onePlayer, problemsWith } from "./load-with.ts";

it("players are announced to Home Assistant unless somebody says no", () => {
  expect(loadWith({ env: onePlayer }).homeassistant).toEqual({
    enabled: true,
    prefix: "homeassistant",
    mediaPlayer: false,
  });
  const env = { ...onePlayer, HOMEASSISTANT_ENABLED: "false", HOMEASSISTANT_MEDIA_PLAYER: "true" };
  const args = { "homeassistant.prefix": "ha/discovery" };
  expect(loadWith({ env, args }).homeassistant).toEqual({
    enabled: false,
    prefix: "ha/discovery",
    mediaPlayer: true,
  });
});

it.each([
  ["homeassistant.enabled", "perhaps", "true or false"],
  ["homeassistant.prefix", "home assistant", "a discovery prefix"],
  ["homeassistant.prefix", "ha/#", "a discovery prefix"],
])("%s cannot be %s", (name, value, wanted) => {
  const problems = problemsWith({ env: onePlayer, args: { [name]: value } });
  expect(problems).toHaveLength(1);
  expect(problems[0]).toContain(wanted);
});
