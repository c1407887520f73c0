import { fetch } from "undici";
import { describe, expect, it } from "vitest";
import { filmOf, musicOf } from "../../page/player.ts";
import { changed, greeted, type PageState } from "../../page/state.ts";
import { text } from "../../page/values.ts";
import type { SimulatedPlayer as BluosPlayer } from "../../simulator/bluos/simulated-player.ts";
import { startSimulator as startBluos } from "../../simulator/bluos/start-simulator.ts";
import { presets as bluosPresets } from "../../simulator/bluos/presets.ts";
import { externalSources } from "../../simulator/zidoo/external-source.ts";
import { presets } from "../../simulator/zidoo/presets.ts";
import type { SimulatedPlayer } from "../../simulator/zidoo/simulated-player.ts";
import { startSimulator } from "../../simulator/zidoo/start-simulator.ts";
import type { PlayerView } from "../../src/extensions/page/wire.ts";
import { StreamReader } from "../extensions/page/stream-reader.ts";
import { Bridged } from "../support/bridge/bridged.ts";
import { until } from "../support/bridge/until.ts";

/*
 * Whatever a player does, the page, the API and the broker show the same: a value that is told twice differs sooner or later,
 * as the last song of a queue did beside Bluetooth without a title.
 */

const args = {
  "controls.experimental": "true",
  "device.offlineAfter": "2",
  "publish.settings": '["gain","balance"]',
  "controls.presets": '{"Film night":["wake"]}',
};

/** Topics that pages get otherwise, or not at all, and the history, which is no value of the player. */
const otherwise =
  /^(?:music\/queue(?:\/pages\/\d+)?|video\/(?:playlist|status)|note|description|.*\/position|.*\/data|history)$/;

/** A page that follows the stream, as the browser does. */
class OpenPage {
  state: PageState;
  readonly #reader: StreamReader;

  private constructor(reader: StreamReader, state: PageState) {
    this.#reader = reader;
    this.state = state;
  }

  static async of(url: string): Promise<OpenPage> {
    const { body } = await globalThis.fetch(`${url}/api/v1/events`);
    const reader = new StreamReader({ body });
    const page = new OpenPage(reader, greeted(await reader.nextOf("hello"), 0));
    void page.#follow();
    return page;
  }

  get player(): PlayerView {
    return one(this.state.players);
  }

  async leave(): Promise<void> {
    await this.#reader.leave();
  }

  async #follow(): Promise<void> {
    try {
      for (;;) this.state = changed(this.state, await this.#reader.nextOf("change"), undefined);
    } catch {
      // The stream has ended.
    }
  }
}

function one<T>([first]: readonly T[]): T {
  if (first === undefined) throw new Error("there is none");
  return first;
}

/** What a stranger's program reads from the broker. */
function published(bridged: Bridged): Readonly<Record<string, string>> {
  const topics = [...bridged.subscriber.state].map(
    ([topic, payload]) => [topic.replace("player2mqtt/den/", ""), payload] as const,
  );
  return Object.fromEntries(
    topics.filter(([leaf]) => !leaf.startsWith("player2mqtt") && !otherwise.test(leaf)),
  );
}

/** Brokers do not keep an empty payload. */
function kept({ topics }: PlayerView): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(topics).filter(([, payload]) => payload !== ""));
}

/** What the page draws, each in the words of the topic that it stands for. */
function drawn(player: PlayerView): Readonly<Record<string, unknown>> {
  const [film, music] = [filmOf(player), musicOf(player)];
  const positions = (["video", "music"] as const).filter(
    (kind) => text(player, `${kind}/state`) !== "playing",
  );
  const { queue, playlist } = player.lists;
  return {
    ...(film !== null && { "video/state": film.state, "video/title": film.title }),
    ...(music !== null && {
      "music/title": music.title,
      "music/artist": music.artist,
      "music/album": music.album,
      "music/format": music.format,
    }),
    ...Object.fromEntries(
      positions.map((kind) => [`${kind}/position`, topicText(player.positions[kind]?.seconds)]),
    ),
    "music/queue": [queue.size, queue.current],
    "video/playlist": playlist.size,
  };
}

function topicText(seconds: number | undefined): string {
  return seconds === undefined ? "" : String(seconds);
}

/** The same from the broker alone. */
function meant(bridged: Bridged, leaf: string): unknown {
  switch (leaf) {
    case "music/queue": {
      const { total = 0, current } = (bridged.json(leaf) ?? {}) as { total?: number; current?: number };
      return [total, current ?? -1];
    }
    case "video/playlist":
      return ((bridged.json(leaf) ?? { size: 0 }) as { size: number }).size;
    case "music/title":
      // An input has a name where what it plays has no title.
      return bridged.payload(leaf) ?? bridged.payload("audio/input/name");
    default:
      return bridged.payload(leaf) ?? "";
  }
}

/** What all three tell, once they agree. */
async function agreed(
  bridged: Bridged,
  page: OpenPage,
  expected: Readonly<Record<string, string>>,
): Promise<Readonly<Record<string, string>>> {
  const url = `${bridged.bridge.httpUrl ?? ""}/api/v1/players/den`;
  return until(async () => {
    const broker = published(bridged);
    expect(broker).toMatchObject(expected);
    const answer = (await (await fetch(url)).json()) as PlayerView;
    expect(kept(answer)).toEqual(broker);
    expect(kept(page.player)).toEqual(broker);
    const shown = drawn(page.player);
    const leaves = Object.keys(shown);
    expect(shown).toEqual(Object.fromEntries(leaves.map((leaf) => [leaf, meant(bridged, leaf)])));
    return broker;
  }, 15_000);
}

type State<Player> = readonly [
  name: string,
  begin: (player: Player) => void,
  expected: Readonly<Record<string, string>>,
];

const { radio, television } = externalSources;
const bluetooth = { ...radio, playType: 4, title: "", service: "", picture: "" };
const ofMusic: readonly State<SimulatedPlayer>[] = [
  ["radio", (player) => (player.externalSource = radio), { "music/title": radio.title }],
  [
    "Bluetooth without a title",
    (player) => (player.externalSource = bluetooth),
    { "music/source": "bluetooth" },
  ],
  ["a television", (player) => (player.externalSource = television), { "music/pass-through": "on" }],
];
const always: readonly State<SimulatedPlayer>[] = [
  ["what it starts with", () => {}, {}],
  ["a pause", ({ music, video }) => (music.pause(), video.pause()), {}],
  ["nothing", ({ music, video }) => (music.stop(), video.stop()), {}],
];

const ofBluos: readonly State<BluosPlayer>[] = [
  ["nothing", (player) => player.stop(), {}],
  ["a queue", (player) => player.playQueue(0), { "music/state": "playing" }],
  ["a pause", (player) => player.pause(), { "music/state": "paused" }],
  ["an input", (player) => player.select({ kind: "input", input: one(player.inputs) }), {}],
];

describe("page, API and topics show the same of", () => {
  it.each(Object.keys(presets) as (keyof typeof presets)[])("a simulated player of %s", async (preset) => {
    await using sim = await startSimulator({ preset });
    await using bridged = await Bridged.settled(sim, { args, hasHttp: true });
    const page = await OpenPage.of(bridged.bridge.httpUrl ?? "");
    const { groups, lacks } = sim.player;
    const tellsSources = groups.has("music") && !groups.has("first-music") && !lacks.has("getState");
    for (const [, begin, expected] of tellsSources ? [...always, ...ofMusic] : always) {
      begin(sim.player);
      expect(await agreed(bridged, page, expected)).toHaveProperty("availability", "online");
    }
    await sim.sleep();
    expect(await agreed(bridged, page, { availability: "offline" })).toHaveProperty("info");
    await page.leave();
  });

  it.each(Object.keys(bluosPresets) as (keyof typeof bluosPresets)[])(
    "a simulated BluOS player of %s",
    async (preset) => {
      await using sim = await startBluos({ preset });
      await using bridged = await Bridged.settled(Object.assign(sim, { mostAtOnce: 3 }), {
        args,
        hasHttp: true,
      });
      const page = await OpenPage.of(bridged.bridge.httpUrl ?? "");
      const canPlay = sim.player.queue.length > 0;
      for (const [, begin, expected] of canPlay ? ofBluos : ofBluos.slice(0, 1)) {
        begin(sim.player);
        sim.player.changed();
        expect(await agreed(bridged, page, expected)).toHaveProperty("availability", "online");
      }
      await page.leave();
    },
  );
});
