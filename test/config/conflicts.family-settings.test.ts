import { expect, it } from "vitest";
import { findPlayerConflicts } from "../../src/config/conflicts.ts";
import { plainFamily } from "../families/plain-family.ts";

const known = [plainFamily({ name: "plain" }), plainFamily({ name: "keyed", settings: ["psk"] })];

function refusedIn(entry: object): readonly string[] {
  const values = {
    player: { url: "", id: "player" },
    players: [{ id: "den", url: "10.0.0.1", ...entry }],
    publish: { settings: [] },
    makes: { folder: "" },
  };
  return findPlayerConflicts(values as never, new Map(), [], true, known).map(
    ({ name, text }) => `${name}: ${text}`,
  );
}

const because = "players of this family have no such setting: remove it, or correct the family";

it.each<[object, readonly string[]]>([
  [{ family: "plain", psk: "0000" }, ["players[0].psk"]],
  [{ family: "plain", pathPrefix: "Device" }, ["players[0].pathPrefix"]],
  [{ family: "plain", device: { pathPrefix: "Device", gapMs: 1 } }, ["players[0].device.pathPrefix"]],
  [
    { family: "plain", controls: { paths: {} }, publish: { settings: [] } },
    ["players[0].controls.paths", "players[0].publish.settings"],
  ],
])("%o is refused, since the family is given", (entry, names) => {
  expect(refusedIn(entry)).toEqual(names.map((name) => `${name}: ${because}`));
});

it.each<object>([
  { family: "plain", device: { gapMs: 1 } },
  { family: "keyed", psk: "0000" },
  // Only its answers tell what it is.
  { family: "auto", psk: "0000" },
  { psk: "0000" },
])("%o is accepted", (entry) => {
  expect(refusedIn(entry)).toEqual([]);
});
