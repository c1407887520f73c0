import { expect, it } from "vitest";
import { loadWith, onePlayer, problemsWith } from "./load-with.ts";

it.each([
  ["pageUrl", "http://192.168.1.10:8099"],
  ["pageUrl", "homeassistant://app/player2mqtt"],
  ["updateUrl", "https://mirror.home/latest"],
  ["prefix", "ha/discovery"],
  ["language", "de"],
] as const)("homeassistant.%s may be %s", (name, value) => {
  expect(loadWith({ env: onePlayer, args: { [`homeassistant.${name}`]: value } }).homeassistant[name]).toBe(
    value,
  );
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
