import { DeviceError } from "../../../src/core/errors.ts";
import type { Call, Reply } from "../../../src/core/controls/call.ts";
import type { Answer, ResourceName } from "../../../src/core/resources/player.ts";
import type { AudioRouting, Routing, Selector } from "../../../src/core/resources/audio.ts";
import type { Browse, BrowseAnswer } from "../../../src/core/library.ts";
import type { PlayerPort } from "../../../src/core/ports.ts";

/** A pending request, answered by the script. */
export interface Asked {
  /** "read audio", "select input TV". */
  readonly what: string;
  readonly signal: AbortSignal;
  readonly answer: (answer: Answer) => void;
  readonly fail: (error: unknown) => void;
}

/** The script's immediate reaction: an answer, a fault to throw, or undefined to leave the request pending. */
export type Script = (what: string) => Answer | Error | undefined;

const tags: Readonly<Record<Selector, readonly string[]>> = {
  input: ["XMOS", "TV", "BT"],
  output: ["XLR", "RCA", "USB"],
};

export class ScriptedPlayer implements PlayerPort {
  readonly requests: string[] = [];
  readonly waiting: Asked[] = [];
  readonly chosen: Record<Selector, string> = { input: "XMOS", output: "XLR" };
  isUsbPlugged = false;
  maxInFlight = 0;
  #inFlight = 0;
  #script: Script = (what) => this.plainly(what);

  follow(script: Script): void {
    this.#script = script;
  }

  /** The answer of a healthy player; a selection takes effect. */
  plainly(what: string): Answer {
    const [verb, subject = "", tag = ""] = what.split(" ");
    if (verb === "select") this.chosen[subject as Selector] = tag;
    if (verb === "select" || subject === "audio") return this.listing();
    return subject === "model" ? model : { kind: "absent" };
  }

  listing(): Answer {
    const value: AudioRouting = {
      input: routing("input", this.chosen.input, this.isUsbPlugged),
      output: routing("output", this.chosen.output, this.isUsbPlugged),
      outputInfo: {},
    };
    return { kind: "reading", reading: { resource: "audio", value } };
  }

  /** The pending request; there is never more than one. */
  get held(): Asked {
    const [first] = this.waiting;
    if (first === undefined) throw new Error("no request waits");
    return first;
  }

  readonly answers = [];

  queueEntries(): [] {
    return [];
  }

  closed = 0;

  async [Symbol.asyncDispose](): Promise<void> {
    this.closed += 1;
  }

  read(resource: ResourceName, signal: AbortSignal): Promise<Answer> {
    return this.#take(`read ${resource}`, signal);
  }

  perform(call: Call, signal: AbortSignal): Promise<Reply> {
    switch (call.operation) {
      case "selectInput":
        return this.#take(`select input ${call.tag}`, signal);
      case "selectOutput":
        return this.#take(`select output ${call.tag}`, signal);
      default:
        return this.#take(`${call.operation} ${Object.values(call).slice(1).join(" ")}`.trim(), signal);
    }
  }

  page: BrowseAnswer = { kind: "page", page: { total: 0, entries: [] } };

  async browse({ operation, of, start, count }: Browse, signal: AbortSignal): Promise<BrowseAnswer> {
    await this.#take(`browse ${operation} ${of} ${start}+${count}`, signal);
    return this.page;
  }

  pictureBody: Uint8Array = new Uint8Array();
  pictureStatus = 200;

  async picture(
    address: string,
    maxBytes: number,
    signal: AbortSignal,
  ): Promise<{ status: number; body: Uint8Array }> {
    await this.#take(`picture ${address} of ${maxBytes}`, signal);
    return { status: this.pictureStatus, body: this.pictureBody };
  }

  async #take(what: string, signal: AbortSignal): Promise<Answer> {
    this.requests.push(what);
    this.#inFlight += 1;
    this.maxInFlight = Math.max(this.maxInFlight, this.#inFlight);
    try {
      const said = this.#script(what);
      if (said instanceof Error) throw said;
      return said ?? (await this.#hold(what, signal));
    } finally {
      this.#inFlight -= 1;
    }
  }

  #hold(what: string, signal: AbortSignal): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const giveUp = (): void => {
        asked.fail(signal.reason);
      };
      const end = (): void => {
        signal.removeEventListener("abort", giveUp);
        this.waiting.splice(this.waiting.indexOf(asked), 1);
      };
      const asked: Asked = {
        what,
        signal,
        answer: (answer) => {
          end();
          resolve(answer);
        },
        fail: (error) => {
          end();
          reject(error);
        },
      };
      this.waiting.push(asked);
      signal.addEventListener("abort", giveUp);
    });
  }
}

/** The error for a player that was never reached. */
export function unreachable(): DeviceError {
  return new DeviceError("unreachable", "unreachable: ECONNREFUSED");
}

const model: Answer = {
  kind: "reading",
  reading: {
    resource: "model",
    value: {
      maker: undefined,
      details: { pathPrefix: "Device" },
      model: "Scripted",
      firmware: "v1",
      mac: undefined,
    },
  },
};

function routing(selector: Selector, chosen: string, isUsbPlugged: boolean): Routing {
  const entries = tags[selector].map((tag) => ({
    tag,
    name: `The ${tag}`,
    displayName: `The ${tag}`,
    enabled: tag !== "USB" || isUsbPlugged,
    details: { tag },
  }));
  return { entries, current: entries.find(({ tag }) => tag === chosen) };
}
