import { describe, expect, it } from "vitest";
import type { MusicQueue } from "../../../src/core/resources/queue.ts";
import type { QueueView } from "../../../src/families/family.ts";
import { type PlayingHint, readPlayingHint } from "../../../src/families/zidoo/playing-hint.ts";
import { scripted, signal } from "./opened.ts";
import { type Fields, payloads, queueOf, track, valueIn } from "./payloads.ts";

const nothing: PlayingHint = { index: -1, id: "", title: "", artist: "" };

/** A queue whose entries say nothing of which is the current one. */
function unmarked(length: number, change: (place: number) => Fields = () => ({})): Fields {
  const array = Array.from({ length }, (_, place) => {
    const { active: _active, ...rest } = track({ title: `Song ${place}`, id: place, ...change(place) });
    return rest;
  });
  return { id: 5, start: 0, count: -1, total: length, array };
}

const read = (fields: Fields, hint?: Partial<PlayingHint>, view: Partial<QueueView> = {}): MusicQueue =>
  valueIn("queue", fields, view, hint && { ...nothing, ...hint });

const activeOf = ({ entries }: MusicQueue): unknown[] =>
  entries.filter(({ active }) => active === true).map(({ position }) => position);

describe("the current entry of a queue that marks none", () => {
  it.each<[string, Partial<PlayingHint>, number | undefined]>([
    ["is at the place that the player tells", { index: 2 }, 2],
    ["is at the place, if the title does not contradict", { index: 2, title: "Song 2", id: "0" }, 2],
    ["is found by its id", { id: "1" }, 1],
    ["is found by its id, if the title does not contradict", { id: "1", title: "Song 1" }, 1],
    ["is found by title and artist", { title: "Song 3", artist: "the artist", id: "99" }, 3],
    [
      "is found by its title where place and id belong to another list",
      { index: 0, id: "1", title: "Song 3", artist: "the artist" },
      3,
    ],
    ["is none by a title alone", { title: "Song 3" }, undefined],
    ["is none out of the list", { index: 9, id: "9", title: "No song" }, undefined],
    ["is none while the player says nothing of it", {}, undefined],
  ])("%s", (_name, hint, current) => {
    const queue = read(unmarked(4), hint);
    expect(queue).toMatchObject({ current, isUnmarked: true });
    expect(activeOf(queue)).toEqual(current === undefined ? [] : [current]);
    expect(queue.title).toBe(current === undefined ? "" : `Song ${current}`);
  });

  it("is none where two have the same title and artist", () => {
    const twice = unmarked(4, (place) => ({ title: place < 2 ? "Song" : `Song ${place}`, id: 70 + place }));
    expect(read(twice, { title: "Song", artist: "the artist" }).current).toBeUndefined();
  });

  it("counts from where the answer starts", () => {
    const queue = read({ ...unmarked(4), start: 100, total: 500 }, { index: 102 });
    expect([queue.current, activeOf(queue)]).toEqual([102, [102]]);
  });

  it("adds nothing to the player's own fields", () => {
    const [entry] = read(unmarked(2), { index: 0 }, { fields: "all" }).entries;
    expect(entry).not.toHaveProperty("active");
  });

  it.each([-1, 1])("is that of the mark where there are marks (%i)", (active) => {
    const queue = read(queueOf(4, active), { index: 2, id: "2", title: "Song 2" });
    expect(queue).toMatchObject({ current: active < 0 ? undefined : active, isUnmarked: false });
  });

  it("is found in a queue of thousands, too", () => {
    expect(read(unmarked(3000), { id: "2345" }, { window: 2 })).toMatchObject({
      current: 2345,
      title: "Song 2345",
    });
  });
});

describe("what plays", () => {
  const hintOf = (fields: Fields): PlayingHint | undefined =>
    readPlayingHint(Buffer.from(JSON.stringify(fields)));

  it("follows from the state of the internal player", () => {
    expect(hintOf({ ...payloads.music, trackIndex: 7 })).toEqual({
      index: 7,
      id: "1228",
      title: "Song",
      artist: "Band",
    });
    expect(hintOf({ state: 3, playingMusic: { id: 0 } })).toEqual(nothing);
  });

  it.each<[string, Fields]>([
    ["it has stopped", { state: 0 }],
    ["something else is heard", { playType: 6 }],
  ])("is nothing of the queue while %s", (_name, change) => {
    expect(hintOf({ ...payloads.music, ...change })).toBeUndefined();
  });
});

describe("a queue that marks none, read again", () => {
  it.each<[string, (place: number) => Fields]>([
    ["id", (id) => ({ playingMusic: { id } })],
    ["title", (place) => ({ playingMusic: { id: 0, title: `Song ${place}`, artist: "the artist" } })],
    ["place", (trackIndex) => ({ playingMusic: { id: 0 }, trackIndex })],
  ])("has another current entry with another %s, by the same bytes", async (_name, at) => {
    const state = (place: number): string => JSON.stringify({ ...payloads.music, ...at(place) });
    const list = JSON.stringify(unmarked(4));
    const { client } = await scripted([state(1), list, state(2), list]);
    const current: unknown[] = [];
    for (const _ of [1, 2]) {
      await client.read("music", signal);
      const answer = await client.read("queue", signal);
      current.push(answer.kind === "reading" ? (answer.reading.value as MusicQueue).current : answer.kind);
    }
    expect(current).toEqual([1, 2]);
  });

  it("is unchanged with the same track, whatever comes between", async () => {
    const state = (id: number): string =>
      JSON.stringify({ ...payloads.music, playingMusic: { id, title: `Song ${id}` } });
    const list = JSON.stringify(unmarked(4));
    const marked = JSON.stringify(queueOf(4, 3));
    const last = ["<html>", list, marked, state(3), marked];
    const { client } = await scripted([state(1), list, list, state(2), list, ...last]);
    const queue = async (): Promise<unknown> => {
      const answer = await client.read("queue", signal);
      return answer.kind === "reading" ? (answer.reading.value as MusicQueue).current : answer.kind;
    };
    await client.read("music", signal);
    expect(await queue()).toBe(1);
    expect(await queue()).toBe("unchanged");
    await client.read("music", signal);
    expect(await queue()).toBe(2);
    await expect(client.read("music", signal)).rejects.toThrow("not JSON");
    expect(client.answers[0]?.body.toString()).toBe("<html>");
    expect(await queue()).toBe("unchanged");
    expect(await queue()).toBe(3);
    await client.read("music", signal);
    expect(await queue()).toBe("unchanged");
  });
});
