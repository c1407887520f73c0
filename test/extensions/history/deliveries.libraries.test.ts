import { readFileSync } from "node:fs";
import { afterEach, describe, expect, it } from "vitest";
import YAML from "yaml";
import { loadWith, onePlayer } from "../../config/load-with.ts";
import type { Watched } from "../../../src/core/history/history.ts";
import { Deliveries } from "../../../src/extensions/history/deliveries.ts";
import { MemoryLog } from "../../support/bridge/memory-log.ts";
import { eventually } from "../../support/eventually.ts";
import { FakeClock } from "../../support/fake-clock.ts";
import { type LibraryStandIn, startJellyfin, startPlex } from "../../support/library-stand-ins.ts";

const film: Watched = {
  kind: "watched",
  title: "Film",
  path: "/mnt/nas/films/Film (1999).mkv",
  year: undefined,
  season: undefined,
  episode: undefined,
  imdb: undefined,
  tmdb: undefined,
  positionSeconds: 5000,
  durationSeconds: 5400,
  fraction: 0.95,
  startedAt: "2025-12-31T20:00:00.000Z",
  id: "film-1",
};

/** The setting as the page for owners has it. */
const [, documented = ""] =
  /```yaml\n([^`]*jellyfin.*?)```/s.exec(readFileSync("docs/history.md", "utf8")) ?? [];

describe("a film that was watched", () => {
  let running: Deliveries | undefined;
  let server: LibraryStandIn | undefined;
  afterEach(async () => {
    await running?.stop();
    await server?.[Symbol.asyncDispose]();
  });

  it.each([
    ["jellyfin", () => startJellyfin("KEY", "USER"), "http://jellyfin:8096", "bbbb2222"],
    ["plex", () => startPlex("KEY"), "http://plex:32400", "102"],
  ] as const)("is marked at %s as its page says, by its path", async (name, start, host, id) => {
    const one = await start();
    server = one;
    const config = loadWith({
      env: onePlayer,
      files: { "config/local.yaml": documented.replaceAll(host, one.url) },
    });
    const webhook = config.history.webhooks.find((each) => each.name === name);
    if (webhook === undefined) throw new Error(`the page has no ${name}: ${YAML.stringify(config.history)}`);
    const log = new MemoryLog();
    const deliveries = new Deliveries({
      settings: { listens: [], webhooks: [webhook], trakt: [] },
      version: "1.2.3",
      clock: new FakeClock(),
      log,
      random: () => 1,
      playerOf: (player) => ({ id: player, model: undefined }),
      mayAct: () => true,
      folder: undefined,
      file: undefined,
    });
    running = deliveries;
    for (const path of ["/mnt/nas/films/Film (1999).mkv", "/mnt/nas/films/Other.mkv", undefined])
      deliveries.add("den", [{ leaf: "watched", event: { ...film, path } }]);
    await eventually(() => expect(deliveries.attempts).toHaveLength(3));
    expect(one.played).toEqual([id]);
    expect(deliveries.of("den").map(({ to }) => to[0]?.refused)).toEqual([
      "not found in the library",
      "the player does not tell what to look for",
    ]);
  });
});
