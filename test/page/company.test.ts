import { expect, it } from "vitest";
import { companyOf, leadersOf } from "../../page/company.ts";
import type { PlayerView } from "../../src/extensions/page/wire.ts";

function player(id: string, group: object, availability = "online"): PlayerView {
  const topics = { availability, group: JSON.stringify(group) };
  return { id, identity: { name: id.toUpperCase() }, topics } as unknown as PlayerView;
}

const den = player("den", { role: "primary", primary: "den", members: ["den", "attic", "10.0.0.9:11000"] });
const attic = player("attic", { role: "secondary", primary: "den", members: ["den", "attic"] });
const bath = player("bath", { role: "none", members: [] });
const film = { id: "film", identity: { name: "FILM" }, topics: {} } as unknown as PlayerView;

it.each<[string, readonly PlayerView[], readonly string[]]>([
  ["has one card for a group", [attic, den, bath, film], ["den", "bath", "film"]],
  ["shows who follows a player of another bridge", [attic, bath], ["attic", "bath"]],
  [
    "shows who follows a player that is gone",
    [attic, player("den", { role: "primary", members: ["den", "attic"] }, "offline")],
    ["attic", "den"],
  ],
  [
    "shows who follows a player that does not know it any more",
    [attic, player("den", { role: "primary", members: ["den"] })],
    ["attic", "den"],
  ],
])("%s", (_, players, shown) => {
  expect(leadersOf(players).map(({ id }) => id)).toEqual(shown);
});

it("names who plays along, by address if it is a stranger", () => {
  const players = [den, attic, bath];
  expect(players.map((one) => companyOf(one, players))).toEqual(["ATTIC, 10.0.0.9:11000", "", ""]);
});
