import { createServer, type Socket } from "node:net";
import {
  audioBody,
  inputTags,
  modelBody,
  operations,
  playlistBody,
  queueBody,
  type Resource,
  resources,
  videoBody,
} from "../bodies.ts";
import { type PlayersCount, type PlayersReply, type PlayersRequest, quiet, type Scene } from "../scene.ts";
import { percentile } from "../support/statistics.ts";

/*
 * The players, in a process of their own and far cheaper than the subjects that poll them: answers are prepared, and
 * only the first line of a request is parsed. Each player has a loopback address of its own.
 */

const intervalMs = 1000;

const prefix = "/Device";
const resourceOfPath = new Map(resources.map((name) => [`${prefix}${operations[name]}`, name]));
const modelPath = `${prefix}ControlCenter/getModel`;
const selectPath = `${prefix}MusicControl/v2/setInputList?tag=`;

const modelAnswer = httpAnswer(modelBody);
const audioAnswers = inputTags.map((_, index) => httpAnswer(audioBody(index)));
const notFound = Buffer.from("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n");

/** Per socket, and thus per player and subject: how often each resource was read, and when. */
interface Reader {
  input: number;
  /** Polls since the last `watch`. */
  watched: number;
  readonly counts: Record<Resource, number>;
  readonly readAt: Record<Resource, number>;
}

let takes: Record<Resource, readonly Buffer[]> = answersOf(quiet);
let polls = 0;
let sockets = 0;
let lags: number[] = [];
const readers = new Set<Reader>();

function httpAnswer(body: string): Buffer {
  const length = Buffer.byteLength(body);
  return Buffer.from(
    `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n${body}`,
  );
}

function answersOf({ queueEntries, changing }: Scene): Record<Resource, readonly Buffer[]> {
  const takesOf = (name: Resource, write: (take: number) => string): Buffer[] =>
    (changing.includes(name) ? [0, 1] : [0]).map((take) => httpAnswer(write(take)));
  const middle = Math.floor(queueEntries / 2);
  return {
    audio: takesOf("audio", audioBody),
    video: takesOf("video", (take) => videoBody(61_900, take)),
    playlist: takesOf("playlist", playlistBody),
    queue: takesOf("queue", (take) => queueBody(queueEntries, middle + take)),
  };
}

function show(scene: Scene): void {
  takes = answersOf(scene);
}

function answer(reader: Reader, path: string): Buffer {
  const name = resourceOfPath.get(path);
  if (name !== undefined) return poll(reader, name);
  if (path === modelPath) return modelAnswer;
  if (!path.startsWith(selectPath)) return notFound;
  const tag = decodeURIComponent(path.slice(selectPath.length));
  say({ kind: "asked", tag, atNs: String(process.hrtime.bigint()) });
  reader.input = Math.max(0, inputTags.indexOf(tag as (typeof inputTags)[number]));
  return audioAnswers[reader.input] ?? notFound;
}

function poll(reader: Reader, name: Resource): Buffer {
  const now = performance.now();
  polls += 1;
  if (reader.readAt[name] > 0) lags.push(Math.max(0, now - reader.readAt[name] - intervalMs));
  reader.readAt[name] = now;
  reader.watched += 1;
  const count = reader.counts[name]++;
  if (name === "audio" && takes.audio.length === 1) return audioAnswers[reader.input] ?? notFound;
  return takes[name][count % takes[name].length] ?? notFound;
}

function serve(socket: Socket): void {
  sockets += 1;
  socket.setNoDelay(true);
  const reader: Reader = {
    input: 0,
    watched: 0,
    counts: { audio: 0, video: 0, playlist: 0, queue: 0 },
    readAt: { audio: 0, video: 0, playlist: 0, queue: 0 },
  };
  readers.add(reader);
  socket.on("close", () => readers.delete(reader));
  let unread = "";
  socket.on("data", (chunk: Buffer) => {
    unread += chunk.toString("latin1");
    if (!unread.endsWith("\r\n\r\n")) return;
    const path = unread.slice(unread.indexOf(" ") + 1, unread.indexOf(" HTTP/"));
    unread = "";
    socket.write(answer(reader, path));
  });
  socket.on("error", () => {
    socket.destroy();
  });
}

/** A starved player counts, too: zero polls. */
function extremes(): Pick<PlayersCount, "fewest" | "most"> {
  let [fewest, most] = [Infinity, 0];
  for (const { watched } of readers) {
    fewest = Math.min(fewest, watched);
    most = Math.max(most, watched);
  }
  return { fewest: readers.size === 0 ? 0 : fewest, most };
}

async function listen(count: number): Promise<string[]> {
  const addresses: string[] = [];
  let port = 0;
  for (let index = 0; index < count; index++) {
    const server = createServer(serve);
    const host = `127.1.${Math.floor(index / 250)}.${(index % 250) + 1}`;
    await new Promise<void>((resolve, reject) => {
      server.on("error", reject);
      server.listen({ port, host, backlog: 16 }, resolve);
    });
    const address = server.address();
    if (typeof address === "object" && address !== null) ({ port } = address);
    addresses.push(`${host}:${port}`);
  }
  return addresses;
}

function say(reply: PlayersReply): void {
  process.send?.(reply);
}

process.on("message", (request: PlayersRequest) => {
  switch (request.kind) {
    case "listen":
      show(request.scene);
      void listen(request.count).then((addresses) => say({ kind: "listening", addresses }));
      break;
    case "show":
      show(request.scene);
      say({ kind: "shown" });
      break;
    case "watch":
      lags = [];
      for (const reader of readers) reader.watched = 0;
      say({ kind: "watching" });
      break;
    case "count":
      say({
        kind: "counted",
        polls,
        sockets,
        lagP99Ms: percentile(lags, 99),
        watched: lags.length,
        ...extremes(),
      });
      break;
  }
});
// Without the benchmark there is nothing to answer.
process.on("disconnect", () => process.exit());
