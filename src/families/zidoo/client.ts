import { DeviceError } from "../../core/errors.ts";
import type { FamilyCall, Reply } from "../../core/controls/call.ts";
import { type Answer, filmResourceNames, type ResourceName } from "../../core/resources/player.ts";
import type { JsonObject } from "../../core/resources/json.ts";
import { type Browse, type BrowseAnswer, noFolder } from "../../core/library.ts";
import type { RawAnswer } from "../../core/ports.ts";
import type { FamilyDevice, PlayerOptions, Recordable } from "../family.ts";
import type { HttpAnswer } from "../http/answer-body.ts";
import { bodyOf, rawAnswer, readPicture } from "../http/body-of.ts";
import { type GetTerms, PlayerConnection } from "../http/connection.ts";
import { longestDeadlineMs } from "../http/answer-deadline.ts";
import { notAPlayer } from "../http/identify-server.ts";
import { Renderer } from "../http/renderer.ts";
import { findRenderer } from "../network/ssdp.ts";
import {
  browsePath,
  callPath,
  choosingCalls,
  operations,
  isOwnResource,
  isRequestCall,
  knownPrefixes,
  type OwnResource,
  readLimit,
  readPath,
} from "./operations.ts";
import { QueueReader } from "./long-queue/queue-reader.ts";
import { type PlayingHint, readPlayingHint } from "./playing-hint.ts";
import { type LibraryOperationName, operationFor } from "./library-operations.ts";
import { readLibraryPage } from "./map-library.ts";
import { underPrefix } from "./map-model.ts";
import { readAnswer, readReply } from "./read-answer.ts";
import { recordedRequests } from "./recorded-requests.ts";
import { setterOf } from "./setter-address.ts";
import { runInSlices } from "../http/run-in-slices.ts";
import { type KnownLists, SettingsWalk } from "./settings-walk.ts";
import { systemClock } from "../../lib/clock.ts";
import { keepNewest } from "../../lib/keep-newest.ts";
import { type Phrase, translatable } from "../../lib/phrase.ts";

interface Last extends RawAnswer {
  readonly body: Buffer;
  /** The result for an answer with the same bytes; undefined if they must be parsed again. */
  readonly resultIfSame: Answer | undefined;
}

const unchanged: Answer = { kind: "unchanged" };

/** A prefix is right if any of these is answered; the shortest answer first. */
const probes: readonly OwnResource[] = ["model", "audio", "video"];

/** The maximum duration of a read or a selection: prefix detection plus the request. */
export function longestStepMs(timeoutMs: number): number {
  return (probes.length * knownPrefixes.length + 1) * longestDeadlineMs(timeoutMs);
}

/** The client of one player. Its owner makes one request at a time. */
export class DeviceClient implements FamilyDevice {
  readonly #http: PlayerConnection;
  readonly #options: PlayerOptions;
  readonly #origin: string;
  readonly #last = new Map<ResourceName, Last>();
  readonly #renderer: Renderer;
  readonly #queue: QueueReader;
  /** The track that played when the queue was read, and whether its current entry depends on it. */
  #hint: PlayingHint | undefined;
  #isHintUsed = false;
  #prefix: string | undefined;
  /** The path of the film that plays. */
  #film: string | undefined;
  /** The library's entries of the last films, by path: each film is requested once. */
  readonly #filmArt = new Map<string, Answer>();
  readonly #settingLists: KnownLists = new Map();
  #searchesAllTracks: boolean;
  /** Whether the version of its music operations is known, and whether it is the first, as of old film players. */
  #isMusicKnown = false;
  #hasFirstMusic = false;
  /** How often this model denied the second version; undefined once it has answered by it. */
  #musicDenials: number | undefined = 0;

  constructor(options: PlayerOptions) {
    this.#options = options;
    this.#origin = new URL(options.url).origin;
    const headers = options.psk === undefined ? {} : { "x-auth-psk": options.psk };
    this.#http = new PlayerConnection({ ...options, headers });
    this.#renderer = new Renderer(options, (ip, signal) =>
      findRenderer(ip, options.clock ?? systemClock, signal),
    );
    this.#queue = new QueueReader(options.queue);
    this.#searchesAllTracks = options.usesUnverified === true;
    this.#prefix =
      options.pathPrefix === "auto" ? options.model?.details?.["pathPrefix"] : options.pathPrefix;
  }

  async read(resource: ResourceName, signal: AbortSignal): Promise<Answer> {
    if (!isOwnResource(resource)) return { kind: "unsupported", isUnasked: true };
    if (resource === "filmArt") return this.#readFilmArt(signal);
    if (resource === "settings") return this.#readSettings(signal);
    if (resource === "music") return this.#readMusic(signal);
    // Nearly every poll: the prefix is known, and only the model can show that it changed.
    if (this.#prefix !== undefined && resource !== "model") {
      return this.#readUnder(this.#prefix, resource, signal);
    }
    return this.#readAndDetectPrefix(resource, signal);
  }

  async #readMusic(signal: AbortSignal): Promise<Answer> {
    if (!this.#isMusicKnown) return this.#findMusic(signal);
    const answer = await this.#readAndDetectPrefix("music", signal);
    // After an update an old player may have the second version instead.
    return this.#hasFirstMusic && answer.kind === "unsupported" ? this.#findMusic(signal) : answer;
  }

  /** Reads the music by the second version, and by the first where the player denies that. */
  async #findMusic(signal: AbortSignal): Promise<Answer> {
    this.#hasFirstMusic = false;
    const answer = await this.#readAndDetectPrefix("music", signal);
    this.#isMusicKnown = answer.kind === "reading" || answer.kind === "unchanged";
    if (this.#isMusicKnown) this.#musicDenials = undefined;
    // A path that no operation has may be answered as if the player were busy.
    if (answer.kind !== "unsupported" && answer.kind !== "confused" && answer.kind !== "refused")
      return answer;
    // A player that has both, or is only busy, must not be read by the first for good: it tells less.
    if (this.#musicDenials === undefined) return answer;
    this.#hasFirstMusic = true;
    let isFirst = false;
    try {
      const first = await this.#readAndDetectPrefix("music", signal);
      isFirst = first.kind === "reading";
      if (!isFirst) return answer;
      this.#musicDenials += 1;
      this.#isMusicKnown = this.#musicDenials >= denialsOfOldPlayer;
      return first;
    } catch (error) {
      if (!(error instanceof DeviceError && error.answered)) throw error;
      return answer;
    } finally {
      this.#hasFirstMusic = isFirst;
    }
  }

  async #readFilmArt(signal: AbortSignal): Promise<Answer> {
    const film = this.#film;
    if (film === undefined) return { kind: "absent", isUnasked: true };
    const known = this.#filmArt.get(film);
    if (known !== undefined) return known;
    const prefix = this.#prefix ?? (await this.#findPrefix(signal));
    const path = readPath(prefix, "filmArt", this.#options.paths);
    const query = `path=${encodeURIComponent(film.toWellFormed())}`;
    const response = await this.#get("filmArt", `${path}?${query}`, signal);
    const answer = await this.#interpret("filmArt", response, prefix, signal);
    if (answer.kind !== "reading") return answer;
    keepNewest(this.#filmArt, film, answer, rememberedFilms);
    return answer;
  }

  /** Reads the settings tree page by page: few pages, each once, and no more than the allowed settings need. */
  async #readSettings(signal: AbortSignal): Promise<Answer> {
    const { settingTags = [], paths } = this.#options;
    const root = readPath("", "settings", paths);
    const walk = new SettingsWalk(root, settingTags, this.#origin, this.#settingLists);
    for (let page = walk.next(); page !== undefined; page = walk.next()) {
      const response = await this.#get("settings", page.path, signal);
      if (walk.pages === 1) {
        const answer = await this.#interpret("settings", response, "", signal);
        if (answer.kind !== "reading") return answer;
      }
      if (response.status === 200) walk.add(page, rawAnswer(response).body);
    }
    return { kind: "reading", reading: { resource: "settings", value: walk.found } };
  }

  async #readAndDetectPrefix(resource: OwnResource, signal: AbortSignal): Promise<Answer> {
    const known = this.#prefix;
    const prefix = known ?? (await this.#findPrefix(signal));
    const answer = await this.#readUnder(prefix, resource, signal);
    if (resource !== "model" || (!isDenial(answer) && answer.kind !== "confused")) return answer;
    // The model is read whenever the player returns: another one, with another prefix, may be in its place.
    if (this.#options.pathPrefix === "auto" && known !== undefined) {
      this.#prefix = undefined;
      return this.#readAndDetectPrefix(resource, signal);
    }
    if (answer.kind === "confused") return answer;
    // A player that does not report its model still has a prefix, which info shows.
    const value = { ...underPrefix(prefix), model: undefined, firmware: undefined, mac: undefined };
    return { kind: "reading", reading: { resource, value } };
  }

  async perform(call: FamilyCall, signal: AbortSignal): Promise<Reply> {
    if (call.operation === "renderStream") return this.#renderer.play(call.stream, signal);
    if (!isRequestCall(call)) return { kind: "unsupported" };
    const prefix = this.#prefix ?? (await this.#findPrefix(signal));
    const isSelection = call.operation === "selectInput" || call.operation === "selectOutput";
    // The next listing must be parsed in full and not compared with an answer before this selection.
    if (isSelection) this.#forget("audio");
    const path = callPath(prefix, call, this.#options.paths, this.#hasFirstMusic);
    const response = await this.#get("audio", path, signal, { acts: true });
    if (isSelection) {
      const answer = await this.#interpret("audio", response, prefix, signal);
      // A refused selection does not mean that the player lacks its lists.
      return answer.kind === "refused" ? { kind: "refused", reason: answer.reason } : answer;
    }
    const body = bodyOf(response);
    const reply: Reply =
      body === undefined ? { kind: "unsupported" } : readReply(body, choosingCalls.has(call.operation));
    // A setter whose address the player gave: one that does not exist says nothing about the others.
    const hasOwnAddress = "handle" in call && setterOf(call.handle).address !== "";
    return hasOwnAddress && reply.kind === "unsupported"
      ? {
          kind: "refused",
          reason: translatable("answer.setting-denied", "the player denies the address of the setting"),
        }
      : reply;
  }

  get(path: string, signal: AbortSignal, terms?: GetTerms): Promise<HttpAnswer> {
    return this.#http.get(path, signal, terms);
  }

  async browse(browse: Browse, signal: AbortSignal): Promise<BrowseAnswer> {
    const name = operationFor(browse);
    if (name === undefined) return noFolder;
    if (name !== "librarySearchTracks" || !this.#searchesAllTracks) return this.#browse(name, browse, signal);
    // The usual search ends after 30.
    const answer = await this.#browse("librarySearchAllTracks", browse, signal);
    if (answer.kind !== "unsupported") return answer;
    this.#searchesAllTracks = false;
    return this.#browse(name, browse, signal);
  }

  async #browse(name: LibraryOperationName, browse: Browse, signal: AbortSignal): Promise<BrowseAnswer> {
    const prefix = this.#prefix ?? (await this.#findPrefix(signal));
    const terms = { maxBodyBytes: largestPageBytes, cappedBy: "the longest page of a library" };
    const path = browsePath(prefix, browse, name, this.#options.paths);
    const body = bodyOf(await this.#http.get(path, signal, terms));
    if (body === undefined) return { kind: "unsupported" };
    return readLibraryPage(body, browse, operations[name], { origin: this.#origin, pathPrefix: prefix });
  }

  /** Every request that only reads, under the player's prefix. */
  async recordable(includesLibrary: boolean, signal: AbortSignal): Promise<Recordable> {
    const prefix = this.#prefix ?? (await this.#findPrefix(signal));
    return { facts: { prefix }, requests: recordedRequests(prefix, includesLibrary) };
  }

  get answers(): readonly RawAnswer[] {
    return [...this.#last.values()];
  }

  queueEntries(from: number, count: number): JsonObject[] {
    const body = this.#last.get("queue")?.body;
    if (body === undefined) return [];
    const context = { origin: this.#origin, pathPrefix: this.#prefix ?? "" };
    return this.#queue.entries(body, from, count, context);
  }

  async picture(url: string, maxBytes: number, signal: AbortSignal): ReturnType<FamilyDevice["picture"]> {
    return readPicture(this.#http, this.#origin, url, maxBytes, signal);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#http[Symbol.asyncDispose]();
  }

  async #readUnder(prefix: string, resource: OwnResource, signal: AbortSignal): Promise<Answer> {
    if (resource === "queue") this.#forgetOldHint();
    const last = this.#last.get(resource);
    const operation = readPath(prefix, resource, this.#options.paths, this.#hasFirstMusic);
    const previous = last?.resultIfSame === undefined ? undefined : last.body;
    const response = await this.#get(resource, operation, signal, { previous });
    const { status, changed } = response;
    if (changed === undefined && status === 200 && last?.resultIfSame !== undefined) return last.resultIfSame;
    const current = changed && { operation, body: changed, resultIfSame: undefined };
    if (current === undefined) this.#forget(resource);
    else this.#last.set(resource, current);
    const answer = await this.#interpret(resource, response, prefix, signal);
    if (resource === "video") this.#film = filmOf(answer, this.#film);
    // It is read whenever the player returns: perhaps with another firmware.
    if (resource === "model") {
      this.#isMusicKnown = false;
      if (answer.kind === "reading") this.#musicDenials = 0;
    }
    // Without a film, or with another model, its lists may be dropped: later, the same bytes are news.
    if (resource === "model" || (resource === "video" && answer.kind !== "reading")) {
      for (const list of filmResourceNames) this.#forget(list);
    }
    if (current !== undefined && status === 200) {
      const resultIfSame = answer.kind === "reading" ? unchanged : answer;
      this.#last.set(resource, { ...current, resultIfSame });
    }
    return answer;
  }

  /** Makes sure that the next answer is parsed in full, even if its bytes are the same. */
  #forget(resource: ResourceName): void {
    const last = this.#last.get(resource);
    if (last !== undefined) this.#last.set(resource, { ...last, resultIfSame: undefined });
  }

  /** The track that plays shows the current entry of a queue that marks none. */
  async #readQueue(body: Buffer, signal: AbortSignal): Promise<Answer> {
    this.#hint = this.#readHint();
    const answer = await runInSlices(this.#queue.read(body, this.#hint), signal);
    const isReading = answer.kind === "reading" && answer.reading.resource === "queue";
    this.#isHintUsed = isReading && answer.reading.value.isUnmarked;
    return answer;
  }

  /** A queue that marks no entry has the same bytes when another track plays. */
  #forgetOldHint(): void {
    if (!this.#isHintUsed) return;
    if (JSON.stringify(this.#readHint()) !== JSON.stringify(this.#hint)) this.#forget("queue");
  }

  #readHint(): PlayingHint | undefined {
    const last = this.#last.get("music");
    // An answer that is no state says nothing about what plays.
    return last?.resultIfSame?.kind === "unchanged" ? readPlayingHint(last.body) : this.#hint;
  }

  /** Tries each known prefix until one is answered. */
  async #findPrefix(signal: AbortSignal): Promise<string> {
    let malformed: Phrase | undefined;
    for (const resource of probes) {
      for (const prefix of knownPrefixes) {
        const problem = await this.#problemWithPrefix(prefix, resource, signal);
        if (problem === undefined) {
          this.#prefix = prefix;
          return prefix;
        }
        malformed ??= problem === notFound ? undefined : problem;
      }
    }
    const prefixes = knownPrefixes.join(", ");
    // 404 for every path may be a player of another maker; a malformed answer is probably no player.
    if (malformed === undefined) {
      throw new DeviceError(
        "malformed",
        translatable(
          "answer.no-prefix",
          "no valid answer under any known path prefix ({prefixes}): set device.pathPrefix",
          { prefixes },
        ),
      );
    }
    throw await notAPlayer(
      this.#options,
      translatable(
        "answer.no-player",
        "no valid answer under any known path prefix ({prefixes}) ({reason}): is the address right? If so, set device.pathPrefix",
        { prefixes, reason: malformed },
      ),
      signal,
    );
  }

  /** Why a prefix is wrong; undefined if it is right. */
  async #problemWithPrefix(
    prefix: string,
    resource: OwnResource,
    signal: AbortSignal,
  ): Promise<Phrase | typeof notFound | undefined> {
    try {
      const path = readPath(prefix, resource, this.#options.paths);
      const response = await this.#get(resource, path, signal);
      const { kind } = await this.#interpret(resource, response, prefix, signal);
      return kind === "reading" || kind === "absent" ? undefined : notFound;
    } catch (error) {
      if (error instanceof DeviceError && error.answered) return error.phrase;
      throw error;
    }
  }

  /** Makes a request for a resource, whose answers have a size of their own. */
  #get(resource: OwnResource, path: string, signal: AbortSignal, terms?: GetTerms): Promise<HttpAnswer> {
    return this.#http.get(path, signal, { ...terms, ...readLimit(resource, this.#options.maxBodyBytes) });
  }

  /** HTTP's status comes first. */
  async #interpret(
    resource: OwnResource,
    response: HttpAnswer,
    pathPrefix: string,
    signal: AbortSignal,
  ): Promise<Answer> {
    const body = bodyOf(response);
    if (body === undefined) return { kind: "unsupported" };
    if (resource === "queue") return this.#readQueue(body, signal);
    return readAnswer(resource, body, {
      origin: this.#origin,
      pathPrefix,
      film: this.#film,
      settingTags: this.#options.settingTags,
    });
  }
}

/** Fifty entries have some 50 KB; a whole list of playlists may have more. */
const largestPageBytes = 2 * 1_048_576;

const rememberedFilms = 50;

/** A player that has the first version of the music operations only denies the second each time. */
const denialsOfOldPlayer = 3;

/** The path of the film by the last answer about the video. */
function filmOf(answer: Answer, before: string | undefined): string | undefined {
  if (answer.kind === "reading" && answer.reading.resource === "video")
    return answer.reading.value.path || undefined;
  return answer.kind === "absent" ? undefined : before;
}

/** The problem with a prefix under which no operation exists. */
const notFound = "not found";

function isDenial({ kind }: Answer): boolean {
  return kind === "unsupported" || kind === "refused" || kind === "absent";
}
