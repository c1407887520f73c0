import { Buffer } from "node:buffer";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { ReplayedPlayer, ReplayedSample } from "./parse-recording.ts";

export interface ReplayOptions {
  readonly recording: ReplayedPlayer;
  readonly host?: string;
  /** 0, the default, takes any free port. */
  readonly port?: number;
  readonly now?: () => number;
  readonly onRequest?: (target: string, status: number | undefined) => void;
}

export interface Replay extends AsyncDisposable {
  readonly url: string;
  readonly port: number;
}

export async function startReplay(options: ReplayOptions): Promise<Replay> {
  const { host = "127.0.0.1", port = 0, onRequest } = options;
  const player = new RecordedPlayer(options.recording, options.now ?? Date.now);
  const server = createServer((request, response) => {
    const target = request.url ?? "";
    response.once("close", () => onRequest?.(target, response.headersSent ? response.statusCode : undefined));
    const answer = request.method === "GET" ? player.answer(target) : onlyGet;
    const timer = setTimeout(() => deliver(request, response, answer), heldMs(target, answer));
    response.once("close", () => clearTimeout(timer));
  });
  server.listen(port, host);
  await once(server, "listening");
  const { port: ownPort } = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(":") ? `[${host}]` : host}:${ownPort}`,
    port: ownPort,
    [Symbol.asyncDispose]: async () => {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

type Answer = ReplayedSample["answer"];

/** How long an answer is held back: one that the client knows by its token for the time that it allows. */
function heldMs(target: string, answer: Answer): number {
  const query = new URLSearchParams(target.split("?")[1]);
  const etag = query.get("etag") ?? "";
  const isKnown = etag !== "" && answer?.body.toString().includes(` etag="${etag}"`) === true;
  return isKnown ? Number(query.get("timeout")) * 1000 : 0;
}

const onlyGet: Answer = {
  status: 405,
  headers: { "content-type": "text/plain" },
  framing: "length",
  body: Buffer.from("only GET"),
};
const notFound: Answer = { ...onlyGet, status: 404, body: Buffer.from("404 page not found") };
/** The answer if nothing suitable was recorded. */
const unknown: Answer = {
  status: 200,
  headers: { "content-type": "application/json" },
  framing: "length",
  body: Buffer.from('{"status":804,"msg":"wrong url"}'),
};
const badTag: Answer = { ...unknown, body: Buffer.from('{"status":805,"msg":"parameter missing or wrong"}') };

/** The recorded player; only the selection changes. */
class RecordedPlayer {
  readonly #recording: ReplayedPlayer;
  readonly #now: () => number;
  /** The time of the first request for each operation; its samples follow at their recorded times. */
  readonly #askedAt = new Map<string, number>();
  readonly #selected = new Map<Selector, string>();

  constructor(recording: ReplayedPlayer, now: () => number) {
    this.#recording = recording;
    this.#now = now;
  }

  answer(target: string): Answer {
    const { prefix, operations } = this.#recording;
    const [path = "", query = ""] = target.split("?");
    if (prefix === undefined) {
      const known = [target, path, "/Nothing"].find((each) => operations.has(each));
      return known === undefined ? notFound : this.#sampleOf(known);
    }
    const music = `/${prefix}MusicControl/v2`;
    const listing = `${music}/getInputAndOutputList`;
    const selector = (
      { [`${music}/setInputList`]: "input", [`${music}/setOutInputList`]: "output" } as const
    )[path];
    if (selector !== undefined)
      return this.#select(selector, new URLSearchParams(query).get("tag") ?? "", listing);
    if (path === listing && operations.has(path)) return this.#withSelections(this.#sampleOf(path));
    if (operations.has(target)) return this.#sampleOf(target);
    if (operations.has(path)) return this.#sampleOf(path);
    const isOwn = path.startsWith(`/${prefix}`) || path.startsWith("/SystemSettings/");
    const refusal = isOwn ? `${music}/getNothing` : "/NothingControlCenter/getModel";
    return operations.has(refusal) ? this.#sampleOf(refusal) : unknown;
  }

  #select(selector: Selector, tag: string, listing: string): Answer {
    const routing = this.#recording.operations.has(listing) ? this.#sampleOf(listing) : undefined;
    const body = routing && selectInBody(routing.body, selector, tag);
    if (body === undefined) return badTag;
    if (body !== routing?.body) this.#selected.set(selector, tag);
    return this.#withSelections(routing);
  }

  #withSelections(routing: Answer): Answer {
    if (routing === undefined) return undefined;
    let { body } = routing;
    for (const [selector, tag] of this.#selected) body = selectInBody(body, selector, tag) ?? body;
    return { ...routing, body };
  }

  /** The sample that is due now; the last one stays. */
  #sampleOf(path: string): Answer {
    const samples = this.#recording.operations.get(path) ?? [];
    const now = this.#now();
    const askedAt = this.#askedAt.get(path) ?? now;
    this.#askedAt.set(path, askedAt);
    const begun = samples[0]?.atMs ?? 0;
    return samples.findLast(({ atMs }) => atMs - begun <= now - askedAt)?.answer;
  }
}

function deliver(request: IncomingMessage, response: ServerResponse, answer: Answer): void {
  if (answer === undefined) {
    request.socket.destroy();
    return;
  }
  const { status, headers, framing, body } = answer;
  if (framing === "close") response.useChunkedEncodingByDefault = false;
  response.writeHead(status, { ...headers, ...(framing === "length" && { "content-length": body.length }) });
  // Written before the end, the body is sent in chunks unless its length was sent.
  response.write(body);
  response.end();
}

/** The lists of a routing body, each with the index of the selected entry. */
const selectors = {
  input: { list: "inputData", index: "inputIndex" },
  output: { list: "outputData", index: "outputIndex" },
} as const;

type Selector = keyof typeof selectors;

/**
 * A recorded routing with another entry selected: only the digits of the index change. An entry that is disabled stays
 * unselected, as on a real player; undefined when there is no such entry, or no such list.
 */
function selectInBody(body: Buffer, selector: Selector, tag: string): Buffer | undefined {
  const text = body.toString("utf8");
  const { list, index } = selectors[selector];
  const entries = listIn(text, list);
  const place = entries?.findIndex((entry) => entry["tag"] === tag) ?? -1;
  if (place === -1) return undefined;
  if (["false", "0"].includes(String(entries?.[place]?.["enable"]))) return body;
  const pattern = new RegExp(`("${index}"\\s*:\\s*"?)-?\\d+`, "g");
  return Buffer.from(
    text.replaceAll(pattern, (_found, before: string) => `${before}${place}`),
    "utf8",
  );
}

function listIn(text: string, name: string): readonly Readonly<Record<string, unknown>>[] | undefined {
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ""));
    const list =
      typeof value === "object" && value !== null ? (value as Record<string, unknown>)[name] : undefined;
    return Array.isArray(list) ? (list as Record<string, unknown>[]) : undefined;
  } catch {
    return undefined;
  }
}
