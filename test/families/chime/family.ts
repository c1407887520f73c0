import { get, type IncomingMessage } from "node:http";
import { setTimeout } from "node:timers/promises";
import { DeviceError } from "../../../src/core/errors.ts";
import type { FamilyCall, Reply } from "../../../src/core/controls/call.ts";
import type { Push } from "../../../src/core/ports.ts";
import type { PlayerModel } from "../../../src/core/resources/model.ts";
import type { MusicState } from "../../../src/core/resources/music.ts";
import type { Answer, ResourceName } from "../../../src/core/resources/player.ts";
import type { Family, FamilyDevice, PlayerOptions } from "../../../src/families/family.ts";
import { PlayerConnection } from "../../../src/families/http/connection.ts";

export interface ChimeState {
  readonly playing: boolean;
  readonly title: string;
  readonly volume: number;
}

/** A make of players that speak JSON on a port of their own, and say at once when something changes. */
export const chime: Family = {
  name: "chime",
  defaultPort: 4711,
  wakePorts: [],
  discovery: [],
  rules: {
    pace: () => ({ changeWeights: {}, every: {} }),
    onlineChecks: ["model", "music"],
    mandatory: new Set(),
    mandatoryCalls: new Set(),
    optional: new Set(),
  },
  resources: ["model", "music"],
  calls: ["setVolume"],
  extraTopics: [],
  browses: [],
  unverified: { resources: [], calls: [], browses: [] },
  settings: [],
  longestStepMs: (timeoutMs) => 2 * timeoutMs,
  async identify(options, signal) {
    await using player = new Chime(options);
    return await player.model(signal);
  },
  open: (options) => new Chime(options),
};

class Chime implements FamilyDevice {
  readonly answers = [];
  readonly #http: PlayerConnection;
  readonly #url: string;

  constructor(options: PlayerOptions) {
    this.#http = new PlayerConnection(options);
    this.#url = options.url;
  }

  async model(signal: AbortSignal): Promise<PlayerModel | undefined> {
    const { status, json } = await this.#ask("/chime", signal);
    if (status !== 200 || typeof json["mac"] !== "string") return undefined;
    return { maker: "Chime", model: String(json["model"]), firmware: undefined, mac: json["mac"] };
  }

  async read(resource: ResourceName, signal: AbortSignal): Promise<Answer> {
    if (resource === "model") {
      const value = await this.model(signal);
      if (value === undefined) throw new DeviceError("malformed", "not a chime");
      return { kind: "reading", reading: { resource, value } };
    }
    if (resource !== "music") return { kind: "unsupported" };
    return musicOf((await this.#ask("/state", signal)).json);
  }

  async perform(call: FamilyCall, signal: AbortSignal): Promise<Reply> {
    if (call.operation !== "setVolume") return { kind: "unsupported" };
    const { status } = await this.#ask(`/volume?to=${call.level}`, signal, true);
    return status === 200 ? { kind: "done" } : { kind: "refused", reason: `HTTP status ${status}` };
  }

  get(...request: Parameters<FamilyDevice["get"]>): ReturnType<FamilyDevice["get"]> {
    return this.#http.get(...request);
  }

  async listen(onPush: (push: Push) => void, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      for await (const line of linesOf(`${this.#url}/events`, signal))
        onPush({ resource: "music", answer: musicOf(JSON.parse(line) as Record<string, unknown>) });
      onPush({
        resource: "music",
        answer: new DeviceError("unreachable", "the events of the player broke off"),
      });
      await setTimeout(50, undefined, { signal }).catch(() => {});
    }
  }

  async browse(): Promise<{ readonly kind: "unsupported" }> {
    return { kind: "unsupported" };
  }

  async picture(): Promise<never> {
    throw new DeviceError("refused", "a chime has no pictures");
  }

  queueEntries(): [] {
    return [];
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#http[Symbol.asyncDispose]();
  }

  async #ask(path: string, signal: AbortSignal, acts = false) {
    const { status, changed } = await this.#http.get(path, signal, { acts });
    try {
      return { status, json: JSON.parse(changed?.toString() ?? "") as Record<string, unknown> };
    } catch {
      return { status, json: {} };
    }
  }
}

/** The lines of an answer that ends only with the player. */
async function* linesOf(url: string, signal: AbortSignal): AsyncGenerator<string> {
  let rest = "";
  try {
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      get(url, { signal }, resolve).on("error", reject);
    });
    for await (const piece of answer) {
      const lines = (rest + String(piece)).split("\n");
      rest = lines.pop() ?? "";
      yield* lines;
    }
  } catch {
    // The player is away.
  }
}

function musicOf({ playing, title, volume }: Record<string, unknown>): Answer {
  const text = String(title);
  const value: MusicState = {
    playing: playing === true ? "playing" : "paused",
    uncertain: undefined,
    isPassThrough: false,
    deniedActions: [],
    source: "internal",
    track: { title: text, artist: "", album: "", key: text, picture: "", details: { title: text } },
    positionSeconds: undefined,
    durationSeconds: undefined,
    mode: undefined,
    volume: { level: Number(volume), min: 0, max: 50 },
    isMuted: undefined,
    queueStamp: undefined,
    routingMark: undefined,
  };
  return { kind: "reading", reading: { resource: "music", value } };
}
