import { Buffer } from "node:buffer";

/** One answer as it was recorded; without a body the connection was cut. */
export interface ReplayedSample {
  readonly atMs: number;
  readonly answer:
    | {
        readonly status: number;
        readonly headers: Readonly<Record<string, string>>;
        readonly framing: "length" | "chunked" | "close";
        readonly body: Buffer;
      }
    | undefined;
}

export interface ReplayedPlayer {
  /** The prefix of the paths of a make that has one. */
  readonly prefix: string | undefined;
  /** The name of its make. */
  readonly family: string | undefined;
  readonly notes: readonly string[];
  /** By path; each has at least one sample. */
  readonly operations: ReadonlyMap<string, readonly ReplayedSample[]>;
}

export class RecordingError extends Error {
  override readonly name = "RecordingError";
}

const knownFormat = "player2mqtt-recording";
const knownVersion = 1;
const framings = ["length", "chunked", "close"] as const;

export function parseRecording(text: string): ReplayedPlayer {
  const recording = objectAt(parseJson(text), "the file");
  if (recording["format"] !== knownFormat) {
    throw new RecordingError(
      `it is not a recording: its format is ${JSON.stringify(recording["format"])}, expected "${knownFormat}"`,
    );
  }
  if (recording["version"] !== knownVersion) {
    const version = JSON.stringify(recording["version"]);
    throw new RecordingError(
      `its version is ${version}, and only ${knownVersion} is known: a newer player2mqtt may read it`,
    );
  }
  const operations = new Map(
    listAt(recording["operations"], "operations").map((item, index) => {
      const place = `operations[${index}]`;
      const operation = objectAt(item, place);
      const samples = listAt(operation["samples"], `${place}.samples`);
      if (samples.length === 0) throw new RecordingError(`${place}.samples is empty: expected at least one`);
      const path = textAt(operation["path"], `${place}.path`);
      return [path, samples.map((sample, at) => sampleAt(sample, `${place}.samples[${at}]`))] as const;
    }),
  );
  const notes = listAt(recording["notes"], "notes").map((note, index) => textAt(note, `notes[${index}]`));
  const prefix = recording["prefix"] === undefined ? undefined : textAt(recording["prefix"], "prefix");
  const family = recording["family"] === undefined ? undefined : textAt(recording["family"], "family");
  return { prefix, family, notes, operations };
}

function sampleAt(value: unknown, place: string): ReplayedSample {
  const sample = objectAt(value, place);
  const atMs = numberAt(sample["atMs"], `${place}.atMs`);
  if (sample["fault"] !== undefined) return { atMs, answer: undefined };
  const status = numberAt(sample["status"], `${place}.status`);
  if (!Number.isInteger(status) || status < 200 || status > 599) {
    throw new RecordingError(`${place}.status is ${status}: expected an HTTP status`);
  }
  const headers = Object.entries(objectAt(sample["headers"], `${place}.headers`)).map(
    ([name, header]) => [headerName(name, place), headerValue(header, `${place}.headers.${name}`)] as const,
  );
  const framing = framings.find((known) => known === sample["framing"]);
  if (framing === undefined)
    throw new RecordingError(`${place}.framing is not one of ${framings.join(", ")}`);
  const body = textAt(sample["body"], `${place}.body`);
  const encoding = sample["encoding"];
  if (encoding !== "utf8" && encoding !== "base64") {
    throw new RecordingError(`${place}.encoding is not one of utf8, base64`);
  }
  return {
    atMs,
    answer: { status, headers: Object.fromEntries(headers), framing, body: Buffer.from(body, encoding) },
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new RecordingError("it is not a recording: it is not JSON", { cause: error });
  }
}

function objectAt(value: unknown, place: string): Readonly<Record<string, unknown>> {
  if (typeof value === "object" && value !== null && !Array.isArray(value))
    return value as Record<string, unknown>;
  throw new RecordingError(`${place} is not an object`);
}

function listAt(value: unknown, place: string): readonly unknown[] {
  if (Array.isArray(value)) return value;
  throw new RecordingError(`${place} is not a list`);
}

function textAt(value: unknown, place: string): string {
  if (typeof value === "string") return value;
  throw new RecordingError(`${place} is not text`);
}

function numberAt(value: unknown, place: string): number {
  if (typeof value === "number") return value;
  throw new RecordingError(`${place} is not a number`);
}

function headerValue(value: unknown, place: string): string {
  const text = textAt(value, place);
  if (/^[\t\x20-\x7e\x80-\xff]*$/.test(text)) return text;
  throw new RecordingError(`${place} holds characters that no header can have`);
}

function headerName(name: string, place: string): string {
  if (/^[\w-]+$/.test(name) && !/^(?:content-length|transfer-encoding|connection)$/i.test(name)) return name;
  throw new RecordingError(`${place}.headers has ${JSON.stringify(name)}, which is no header of an answer`);
}
