import { expect, it } from "vitest";
import { extraLeaves, type PlayerState } from "../../../src/core/resources/player.ts";
import type { Family } from "../../../src/families/family.ts";
import { defineMake } from "../../../src/families/polled/define-make.ts";
import type { Fields } from "../../../src/families/polled/fields.ts";
import type { MadeResource, Make, Player } from "../../../src/families/polled/make.ts";
import { playEntry } from "../../../src/families/wiim/play-queue.ts";
import { table } from "../../../src/families/wiim/family.ts";
import { conformance, conformanceAt } from "../../families/wiim/conformance.ts";
import { problemsOf } from "../../../src/cli/conformance/conforms.ts";

type Source = keyof (typeof table)["sources"];
type Value<R extends keyof PlayerState> = NonNullable<PlayerState[R]>;

function command(text: string): string {
  return `/httpapi.asp?command=${text}`;
}

function withCalls(calls: (typeof table)["calls"]): Make<Source> {
  return { ...table, calls: { ...table.calls, ...calls } };
}

/** The table with another value of one resource. */
function withValue<R extends "music" | "audio" | "model">(
  name: R,
  change: (value: Value<R>, answers: Readonly<Record<Source, Fields>>, player: Player) => Value<R>,
): Make<Source> {
  const made = table.resources[name] as MadeResource<Source, Value<R>>;
  const value: typeof made.value = (answers, player) => {
    const right = made.value(answers, player);
    return right && change(right, answers, player);
  };
  return { ...table, resources: { ...table.resources, [name]: { ...made, value } } };
}

const { acceptsSelfSigned: _trust, ...verifying } = table;

/** A make that takes what is refused for an operation that is lacking. */
const refusesForGood: Family = {
  ...conformance.family,
  open(options) {
    const device = conformance.family.open(options);
    const perform = device.perform.bind(device);
    device.perform = async (call, signal) => {
      const reply = await perform(call, signal);
      return reply.kind === "refused" ? { kind: "unsupported" } : reply;
    };
    return device;
  },
};

/** A make that shows what was sent instead of what the player tells. */
function believing(): Make<Source> {
  let sent: number | undefined;
  const shows = withValue("music", (state) => ({
    ...state,
    volume: state.volume && { ...state.volume, level: sent ?? state.volume.level },
  }));
  return {
    ...shows,
    calls: {
      ...table.calls,
      setVolume: ({ level }) => {
        sent = level;
        return command(`setPlayerCmd:vol:${level}`);
      },
    },
  };
}

/** A make that takes an answer that is cut for one without fields. */
function forgiving(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return {};
  }
}

const plants: Readonly<Record<string, readonly [make: Make<Source> | Family, found: RegExp]>> = {
  "a volume that is not sent": [
    withCalls({ setVolume: ({ level }) => command(`setPlayerCmd:vol:${level + 1}`) }),
    /^volume 30: failed/,
  ],
  "a call that is missing": [withCalls({ nextTrack: () => undefined }), /^music\/playback next: failed/],
  "a confirmation that proves nothing": [
    withValue("music", (state) => ({ ...state, playing: "playing" })),
    /^music\/playback (?:stop|pause)|^by hand: a pause/,
  ],
  "a title that stays": [
    withValue("music", (state, { meta }) => {
      const title = meta.part("metaData").text("title");
      return { ...state, track: { ...state.track, title, key: title } };
    }),
    /^title: ".*" of the former source/,
  ],
  "an output that is never selected": [
    withValue("audio", ({ output, ...routing }) => ({
      ...routing,
      output: output && { ...output, current: undefined },
    })),
    /^by hand: the output|^audio\/output/,
  ],
  "a refusal that takes a control away": [refusesForGood, /^audio\/output: a refused argument/],
  "a player without a MAC": [
    withValue("model", (model) => ({ ...model, mac: undefined })),
    /^model: it has no MAC/,
  ],
  "an answer that is cut, and read nevertheless": [
    { ...table, parse: forgiving },
    /^fault \w+\*2: music\/(?:state|title) was .*, and becomes /,
  ],
  "a confirmation that is believed": [believing(), /^volume 30: a confirmation is taken for a proof/],
  "a queue that counts from one": [
    withCalls({ playQueueEntry: ({ index }) => playEntry(index - 1) }),
    /^music\/queue [02]: (?:failed|rejected)/,
  ],
  "a queue that is read once": [
    { ...table, sources: { ...table.sources, queue: { ...table.sources.queue, keepMs: 3_600_000 } } },
    /^by hand: the entry that plays is not shown/,
  ],
  "an entity of what is never told": [{ ...table, extraTopics: extraLeaves }, /audio\/output\/info/],
  "a topic that the table does not name": [
    { ...table, extraTopics: [] },
    /^mute: it is told, but not in extraTopics/,
  ],
};

/** Mistakes that show at another address only; the simulated player answers over plain HTTP. */
const plantsElsewhere: typeof plants = {
  "certificates that are verified where a player has its own": [verifying, /^address https:.*, over https: /],
  "a name of the host where only its address is expected": [
    withValue("model", (model, _answers, { host }) => {
      if (/[a-z]/.test(host)) throw new TypeError("this is no address");
      return model;
    }),
    /^address http:\/\/localhost:<port>, over http: it is not recognized/,
  ],
  "a MAC that is made of the address": [
    withValue("model", (model, _answers, { origin }) => ({
      ...model,
      mac: Buffer.from(origin).subarray(-6).toString("hex"),
    })),
    /^model: its MAC is another at another address/,
  ],
};

/** Each waits for the clock most of the time. */
it.concurrent.each([
  ...Object.entries(plants).map((plant) => [...plant, "pro"] as const),
  ...Object.entries(plantsElsewhere).map((plant) => [...plant, "old"] as const),
])(
  "finds %s",
  async (_what, [make, found], preset) => {
    const family = "sources" in make ? defineMake(make) : make;
    const problems: string[] = [];
    const { start } = conformanceAt("127.0.60", preset);
    for await (const problem of problemsOf({ ...conformance, family, start })) {
      problems.push(problem);
      if (found.test(problem)) return;
    }
    expect.unreachable(`found only ${problems.join("; ")}`);
  },
  240_000,
);
