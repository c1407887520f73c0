import { readFileSync } from "node:fs";
import { afterEach, describe, expect, it } from "vitest";
import YAML from "yaml";
import { loadWith, onePlayer } from "../../config/load-with.ts";
import type { Deliveries } from "../../../src/extensions/history/deliveries.ts";
import { eventually } from "../../support/eventually.ts";
import { type LibraryStandIn, startJellyfin, startPlex } from "../../support/library-stand-ins.ts";
import { deliveriesTo, film } from "./deliveries-with.ts";

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
    const deliveries = deliveriesTo({ webhooks: [webhook] });
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

  it("is not marked at a library that does not let the bridge look", async () => {
    server = await startJellyfin("another key", "USER");
    const text = documented.replaceAll("http://jellyfin:8096", server.url);
    const { history } = loadWith({ env: onePlayer, files: { "config/local.yaml": text } });
    const deliveries = deliveriesTo({ webhooks: history.webhooks.filter(({ name }) => name === "jellyfin") });
    running = deliveries;
    deliveries.add("den", [{ leaf: "watched", event: film }]);
    await eventually(() =>
      expect(deliveries.attempts).toMatchObject([{ receiver: "jellyfin", outcome: "denied" }]),
    );
    expect(server.played).toEqual([]);
  });
});
