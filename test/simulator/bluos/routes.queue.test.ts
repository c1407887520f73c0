import { expect, test } from "vitest";
import { startSimulator } from "../../../simulator/bluos/start-simulator.ts";
import { ask } from "../ask.ts";

// Requests and answers are written from the specification, not from the simulator.

const it = test.extend<{ readonly text: (path: string) => Promise<string> }>({
  // oxlint-disable-next-line no-empty-pattern -- the fixtures that it depends on
  text: async ({}, use) => {
    await using sim = await startSimulator({ bufferMs: 20, queueSize: 4 });
    await use(async (path) => (await ask(sim, path)).text);
  },
});

function all(document: string, pattern: RegExp): (string | undefined)[] {
  return Array.from(document.matchAll(pattern), ([, value]) => value?.replaceAll("&amp;", "&"));
}

function first(document: string, name: string): string {
  return all(document, new RegExp(` ${name}="([^"]*)"`, "g"))[0] ?? "";
}

it("saves the queue under a name, and clears it", async ({ text }) => {
  expect(await text("/Save?name=Rainy+day")).toContain("<saved><entries>4</entries></saved>");
  expect(await text("/Save")).toMatch(/<error /);
  const id = first(await text("/Playlist?length=1"), "id");
  const cleared = await text("/Clear");
  expect(cleared).toMatch(/<playlist [^>]*length="0"/);
  expect(first(cleared, "id")).not.toBe(id);
  const status = await text("/Status");
  expect(status).toContain("<state>stop</state>");
  expect(status).not.toContain("<name>");
  const lists = await text("/Browse?key=playlists");
  expect(all(lists, / text="([^"]*)"/g)).toEqual(["Rainy day"]);
  expect(await text(all(lists, / playURL="([^"]*)"/g)[0] ?? "")).toMatch(
    /<addsong [^>]*count="4" length="4"/,
  );
  expect(await text("/Status")).toContain("<state>play</state>");
});

it("accepts an address of one's own for the queue, and ignores it", async ({ text }) => {
  expect(await text("/Add?url=http%3A%2F%2Fradio.example.net")).toMatch(/count="0" length="4"/);
});
