import { describe, expect, it, vi } from "vitest";
import type { FoundPlayer } from "../../../src/tools/finder/find-players.ts";
import { followPlayers, mergeFound } from "../../../src/tools/finder/follow-players.ts";
import type { SuggestedEntry } from "../../../src/tools/finder/suggest-entry.ts";
import { FakeClock } from "../../support/fake-clock.ts";
import { familyOf, model, network } from "./network.ts";

const macs = { a: "02:5e:11:00:00:0a", b: "02:5e:11:00:00:0b" };

function found(name: string, host: string, mac?: string): FoundPlayer {
  return { url: `http://${host}:9529`, mac, model: model(name, mac), family: "drummers", ways: ["drums"] };
}

function entry(id: string, name: string, host: string, mac?: string): SuggestedEntry {
  return { id, name, url: `http://${host}:9529`, ...(mac !== undefined && { mac }) };
}

const a = entry("a-000a", "A", "10.0.0.1", macs.a);
const b = entry("b-000b", "B", "10.0.0.2", macs.b);

describe("the players after a search", () => {
  it.each([
    ["are the found ones if none were known", [], [found("A", "10.0.0.1", macs.a)], [a]],
    ["include those that did not answer", [a, b], [found("B", "10.0.0.2", macs.b)], [a, b]],
    [
      "follow a changed address",
      [a, b],
      [found("A", "10.0.0.9", macs.a)],
      [{ ...a, url: "http://10.0.0.9:9529" }, b],
    ],
    [
      "stay the same if two of them swapped addresses",
      [a, b],
      [found("A", "10.0.0.2", macs.a), found("B", "10.0.0.1", macs.b)],
      [
        { ...a, url: b.url },
        { ...b, url: a.url },
      ],
    ],
    [
      "keep a configured id and name",
      [{ ...a, id: "attic", name: "Attic" }],
      [found("A", "10.0.0.9", macs.a)],
      [{ ...a, id: "attic", name: "Attic", url: "http://10.0.0.9:9529" }],
    ],
    [
      "lose a player whose address belongs to another one now",
      [a, b],
      [found("C", "10.0.0.2", "02:5e:11:00:00:0c")],
      [a, entry("c-000c", "C", "10.0.0.2", "02:5e:11:00:00:0c")],
    ],
    [
      "are identified by address if they report no MAC",
      [],
      [found("A", "10.0.0.1")],
      [entry("a-10-0-0-1-9529", "A", "10.0.0.1")],
    ],
  ])("%s", (_words, known, news, wanted) => {
    expect(mergeFound(known, news)).toEqual(wanted);
  });

  it("are the same array if nothing is new", () => {
    const known = [a, b];
    expect(mergeFound(known, [found("A", "10.0.0.1", macs.a), found("B", "10.0.0.2", macs.b)])).toBe(known);
    expect(mergeFound(known, [])).toBe(known);
  });
});

describe("following players", () => {
  it("repeats the search every minute, reports changes, and ends when the signal aborts", async () => {
    const clock = new FakeClock();
    const stop = new AbortController();
    const told: (readonly SuggestedEntry[])[] = [];
    const asked: string[] = [];
    let name = "A";
    const following = followPlayers(
      {
        families: [
          familyOf([await network("drums", "10.0.0.1")], async (url) => {
            asked.push(url);
            return model(name, name === "A" ? macs.a : "02:5e:11:00:00:0c");
          }),
        ],
        clock,
        listenMs: 1000,
        known: [b],
        onChanged: async (players) => {
          told.push(players);
        },
      },
      stop.signal,
    );
    const searched = async (times: number): Promise<void> => {
      await vi.waitFor(
        async () => {
          await clock.advance(500);
          expect(asked.length).toBeGreaterThanOrEqual(times);
        },
        { timeout: 15_000, interval: 20 },
      );
    };
    await searched(1);
    expect(told).toEqual([[b, a]]);
    await searched(2);
    expect(told).toHaveLength(1);
    name = "C";
    await searched(3);
    expect(told.at(-1)).toEqual([b, entry("c-000c", "C", "10.0.0.1", "02:5e:11:00:00:0c")]);
    stop.abort();
    await clock.advance(1000);
    await following;
  });
});
