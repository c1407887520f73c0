import type { FamilyCall, Reply } from "../../core/controls/call.ts";
import { DeviceError } from "../../core/errors.ts";
import { type Browse, type BrowseAnswer, noFolder } from "../../core/library.ts";
import type { Push, PushListener, RawAnswer } from "../../core/ports.ts";
import type { JsonObject } from "../../core/resources/json.ts";
import type { Handle } from "../../core/resources/resource.ts";
import type { PlayerSetting } from "../../core/resources/settings.ts";
import type { MusicPreset } from "../../core/resources/music-presets.ts";
import type { Answer, Reading, ResourceName } from "../../core/resources/player.ts";
import { type Clock, systemClock } from "../../lib/clock.ts";
import { onAbort } from "../../lib/aborted.ts";
import { backoffMs } from "../../lib/backoff.ts";
import { toPhrase, translatable } from "../../lib/phrase.ts";
import type { FamilyDevice, PlayerOptions, Recordable } from "../family.ts";
import type { HttpAnswer } from "../http/answer-body.ts";
import { AnswerDeadline } from "../http/answer-deadline.ts";
import { httpStatus, readPicture } from "../http/body-of.ts";
import { type GetTerms, PlayerConnection, forServerAt, withoutEvents } from "../http/connection.ts";
import { closedByBridge } from "../http/connection-fault.ts";
import { changeGroup } from "../polled/change-group.ts";
import { inAnotherGroup, notOffered, notThere, refused } from "../polled/refusals.ts";
import { groupRequests, listOf, requestsOf } from "./calls.ts";
import { OtherAnswer, PolledDocument, readRoot, rootNamed } from "./document.ts";
import { presetFor, routing } from "../polled/lists.ts";
import { type Input, inputsOf } from "./map-inputs.ts";
import { mostEntries, pageSize, Queue, songOf } from "./map-queue.ts";
import { inputTagOf, musicOf, pictureIn } from "./map-status.ts";
import { batteryOf, groupOf, modelOf, type OwnVolume, ownVolumeIn } from "./map-sync.ts";
import { Services } from "./services.ts";
import { type OwnSetting, settingsOn, settingsPages, settingsPath } from "./settings.ts";
import { pause } from "../http/pause.ts";
import { inTurn } from "./pace.ts";
import { numberIn, shownText, textOf, type XmlElement } from "../http/xml.ts";

/** The maker recommends these times; a held answer may come a little later. */
const holdSeconds = { status: 100, sync: 180 } as const;
const graceMs = 10_000;
/** Eight times the longest known answer, a hundred entries of a queue. Four MB take seconds to parse, for all players. */
const largestAnswerBytes = 524_288;
/** The maker's rule between two commands is not known; others leave this much. */
const commandGapMs = 100;
/** A held request that returns sooner and without news was not held; so many in a row are no coincidence. */
const heldAtLeastMs = 500;
const returnsAtOnce = 3;
const backoff = { firstMs: 1000, maxMs: 30_000 };
/** The maker's rule for reads that are not held. */
const plainPollMs = 30_000;
const positionEveryMs = 5000;
/** It is told in whole seconds, and `publish.positionIntervalMs` may be 0. */
const shortestPositionMs = 1000;
/** Each part of a queue that somebody wants takes a second. */
const mostWaitingParts = 8;
const never = Number.POSITIVE_INFINITY;

/** The client of one player, which may be one zone of several of a chassis. */
export class BluosClient implements FamilyDevice {
  readonly #options: PlayerOptions;
  readonly #clock: Pick<Clock, "now" | "after">;
  /** The deadline of group mates, which are opened anew for each command. */
  readonly #matesDeadline: AnswerDeadline;
  readonly #origin: string;
  readonly #host: string;
  /** For commands and plain reads, one at a time; held reads have connections of their own. */
  readonly #http: PlayerConnection;
  readonly #held: readonly PlayerConnection[];
  readonly #status: PolledDocument;
  readonly #sync: PolledDocument;
  readonly #closing = new AbortController();
  /** Undefined before they were read. */
  #inputs: readonly Input[] | undefined;
  #presets: readonly XmlElement[] = [];
  readonly #services: Services;
  readonly #settings = new Map<Handle, OwnSetting>();
  /** The mark of the presets in the status when they were read; undefined before. */
  #prid: string | undefined;
  /** Of firmware that does not tell it with the model. */
  #firmware: string | undefined;
  #lastPreset: string | undefined;
  #queue: Queue | undefined;
  #waitingParts = 0;
  /** Tells the loop that reads the rest of a queue. */
  #queueRead: () => void = () => {};
  /** Pushes what a document has shown that was read for one resource: no held request tells it again. */
  #tellChanges: () => void = () => {};
  /** From whichever answer told it last. */
  #volume: OwnVolume | undefined;
  /** Whether `SyncStatus` has ever shown that the player is muted, so that it would show it now. */
  #showsMuteInSync = false;
  #commandedAt = Number.NEGATIVE_INFINITY;

  constructor(options: PlayerOptions) {
    const clock = options.clock ?? systemClock;
    const { origin, host } = new URL(options.url);
    this.#options = options;
    this.#clock = clock;
    this.#matesDeadline = new AnswerDeadline(options.timeoutMs);
    this.#origin = origin;
    this.#host = host;
    const common = {
      ...options,
      maxBodyBytes: Math.min(options.maxBodyBytes, largestAnswerBytes),
      headers: { accept: "application/xml, text/xml" },
    };
    const held = (seconds: number): PlayerConnection => {
      const timeoutMs = seconds * 1000 + graceMs;
      return new PlayerConnection({ ...common, timeoutMs, deadline: new AnswerDeadline(timeoutMs) });
    };
    const [heldStatus, heldSync] = [held(holdSeconds.status), held(holdSeconds.sync)];
    this.#http = new PlayerConnection(common);
    this.#held = [heldStatus, heldSync];
    this.#services = new Services(origin, this.#clock);
    const terms = { url: origin, clock, http: this.#http };
    this.#status = new PolledDocument({
      ...terms,
      path: "/Status",
      root: "status",
      holdSeconds: holdSeconds.status,
      heldHttp: heldStatus,
      onAnswer: (root) => {
        // The status of a secondary has the volume of its group.
        if (!this.#isGrouped) this.#noteVolume(ownVolumeOfStatus(root));
      },
    });
    this.#sync = new PolledDocument({
      ...terms,
      path: "/SyncStatus",
      root: "SyncStatus",
      holdSeconds: holdSeconds.sync,
      heldHttp: heldSync,
      onAnswer: (root) => this.#noteSyncVolume(root),
    });
  }

  get answers(): readonly RawAnswer[] {
    const documents = { Status: this.#status.latest, SyncStatus: this.#sync.latest };
    return Object.entries(documents).flatMap(([operation, one]) =>
      one ? { operation, body: one.body } : [],
    );
  }

  async read(resource: ResourceName, signal: AbortSignal): Promise<Answer> {
    try {
      const answer = await this.#whileOpen(signal, (inner) => this.#read(resource, inner));
      this.#tellChanges();
      return answer;
    } catch (error) {
      if (error instanceof OtherAnswer) return error.answer;
      throw error;
    }
  }

  async #read(resource: ResourceName, signal: AbortSignal): Promise<Answer> {
    const documents = documentsOf[resource];
    if (documents === undefined) return { kind: "unsupported", isUnasked: true };
    const isKnown = resource === "music" && this.#sync.latest !== undefined && !this.#isGrouped;
    if (documents.includes("sync") && !isKnown) await this.#sync.read(signal);
    if (resource === "model") await this.#readFirmware(signal);
    if (resource === "settings") return reading({ resource, value: await this.#readSettings(signal) });
    if (resource === "audio") {
      const root = await this.#get("/RadioBrowse?service=Capture", "radiotime", signal);
      this.#inputs = inputsOf(root, this.#origin);
    }
    if (resource === "musicPresets") {
      const root = await this.#get("/Presets", "presets", signal);
      this.#prid = this.#shownPrid;
      this.#presets = root.children.filter(
        ({ name, attributes }) => name === "preset" && attributes["id"] !== undefined,
      );
    }
    const isOfGroup = resource === "group" && this.#isGrouped;
    if (documents.includes("status") || isOfGroup) await this.#status.read(signal);
    if (resource === "queue") await this.#readQueue(signal);
    const value = this.#known(resource);
    return value === undefined ? { kind: "unsupported" } : reading(value);
  }

  perform(call: FamilyCall, signal: AbortSignal): Promise<Reply> {
    return this.#whileOpen(signal, (inner) => this.#perform(call, inner));
  }

  async #perform(call: FamilyCall, signal: AbortSignal): Promise<Reply> {
    let isSent = false;
    try {
      if (call.operation === "setPower") return await this.#reboot(signal);
      if (call.operation === "changeGroup") {
        let isAsked = false;
        return await changeGroup(
          {
            call,
            requests: groupRequests,
            own: {
              read: async (resource, inner) => {
                // What the other player is asked for changes this one, too, and what plays.
                if (isAsked) {
                  this.#acted();
                  await this.read("music", inner).catch(unlessAnswered);
                }
                isAsked = true;
                return this.read(resource, inner);
              },
              send: (path, inner) => this.send(path, inner),
            },
            open: (address) =>
              new BluosClient(forServerAt(`http://${address}`, this.#options, this.#matesDeadline)),
            clock: this.#clock,
          },
          signal,
        );
      }
      const paths = await this.#pathsOf(call, signal);
      if (paths === undefined) return { ...refused(notOffered), isUnsent: true };
      isSent = true;
      const answer = await this.#askAll(paths, signal);
      if (call.operation === "setVolume" || call.operation === "setMute") return this.#volumeReply(answer);
      // Whether it plays cannot be read back while it, or the same station, plays already.
      if (call.operation === "playMusicPreset" && answer?.name !== "state" && answer?.name !== "loaded")
        return refused(translatable("answer.preset-unconfirmed", "the player did not confirm the preset"));
      return { kind: "done" };
    } catch (error) {
      if (!(error instanceof OtherAnswer)) throw error;
      const { answer } = error;
      const isMissing = answer.kind === "unsupported" && mayBeMissing.has(call.operation);
      const reply = isMissing ? refused(notThere) : answer;
      // A menu that is refused before the request is no answer to it.
      return isSent || reply.kind !== "refused"
        ? reply
        : { ...refused(toPhrase(reply.reason)), isUnsent: true };
    }
  }

  /** Sends a request for a group, whose answer names the members that were taken. */
  async send(path: string, outer: AbortSignal): Promise<Reply> {
    try {
      const answer = await this.#whileOpen(outer, (signal) => this.#ask(path, signal));
      const isTaken = !path.startsWith("/AddSlave") || answer === undefined || answer.children.length > 0;
      return isTaken ? { kind: "done" } : refused(inAnotherGroup);
    } catch (error) {
      if (error instanceof OtherAnswer) return error.answer;
      throw error;
    }
  }

  /** The requests of a call; undefined for one that cannot be made now. */
  async #pathsOf(call: FamilyCall, signal: AbortSignal): Promise<readonly string[] | undefined> {
    switch (call.operation) {
      case "playMusicPreset":
        return this.#presetPath(call.preset);
      case "playServiceItem":
        return listOf(await this.#services.requestFor(call, (query) => this.#readMenu(query, signal)));
      case "setSetting":
        return listOf(this.#settingPath(call.handle, call.value));
      default:
        return requestsOf(call, {
          status: (await this.#status.read(signal)).root,
          requestOfInput: (tag) => this.#inputs?.find((input) => input.tag === tag)?.request,
        });
    }
  }

  /** Hands over what held requests tell, until the signal aborts or the player is closed. */
  async listen(onPush: PushListener, outer: AbortSignal): Promise<void> {
    const ended = new AbortController();
    const { signal } = ended;
    using _outer = onAbort(outer, () => ended.abort());
    using _closing = onAbort(this.#closing.signal, () => ended.abort());
    const shown = new Map<string, string>();
    this.#tellChanges = () => {
      if (!signal.aborted) this.#pushChanges(ofDocuments, shown, onPush, false);
    };
    await Promise.all([
      this.#follow(this.#status, ofStatus, onPush, shown, signal),
      this.#follow(this.#sync, ofSync, onPush, shown, signal),
      this.#followUp(onPush, shown, signal),
      this.#tellPosition(onPush, signal),
    ]);
  }

  get(path: string, outer: AbortSignal, terms?: GetTerms): Promise<HttpAnswer> {
    return this.#whileOpen(outer, async (signal) => {
      const inTurn = (onSent: () => void) => this.#http.get(path, signal, { ...terms, onSent });
      if (terms?.acts !== true) return this.#inTurn(path, signal, inTurn);
      await this.#beginCommand(signal);
      return this.#http.get(path, signal, terms);
    });
  }

  async browse(browse: Browse, outer: AbortSignal): Promise<BrowseAnswer> {
    let slowestMs = 0;
    const onAnswer = (ms: number): void => {
      slowestMs = Math.max(slowestMs, ms);
    };
    const answer = await this.#whileOpen(outer, (signal) =>
      this.#services.page(browse, (query) => this.#readMenu(query, signal, onAnswer)),
    ).catch((error: unknown): BrowseAnswer => {
      if (!(error instanceof OtherAnswer)) throw error;
      if ("reason" in error.answer) return { kind: "refused", reason: error.answer.reason };
      // A key of old may be unknown by now.
      return browse.operation === "libraryServiceFolder" ? noFolder : { kind: "unsupported" };
    });
    // That a service far away takes long for a search says nothing about the player.
    return { ...answer, slowestMs: browse.operation === "librarySearchServices" ? 0 : slowestMs };
  }

  /** Tells how long the player took, without the time until it might be asked. */
  async #readMenu(query: string, signal: AbortSignal, onAnswer?: (ms: number) => void): Promise<XmlElement> {
    let sentAt = this.#clock.now();
    const answer = await this.#getInTurn(`/Browse${query}`, signal, () => {
      sentAt = this.#clock.now();
    });
    onAnswer?.(this.#clock.now() - sentAt);
    return rootNamed(answer, "browse");
  }

  queueEntries(from: number, count: number): readonly JsonObject[] {
    const status = this.#status.latest?.root;
    return this.#queue?.entries(from, count, status && songOf(status)) ?? [];
  }

  async readQueue(from: number, count: number): Promise<void> {
    if (this.#queue?.missing(from, from + count) === undefined) return;
    if (this.#waitingParts >= mostWaitingParts)
      throw new DeviceError(
        "refused",
        translatable("library.too-many", "too many requests are queued for this player"),
      );
    this.#waitingParts += 1;
    try {
      await this.#whileOpen(new AbortController().signal, async (signal) => {
        while (await this.#readMissing(from, from + count, signal));
      });
      this.#tellChanges();
    } catch (error) {
      if (!(error instanceof OtherAnswer)) throw error;
      const { answer } = error;
      throw new DeviceError("refused", "reason" in answer ? answer.reason : answer.kind);
    } finally {
      this.#waitingParts -= 1;
    }
  }

  async picture(url: string, maxBytes: number, signal: AbortSignal): ReturnType<FamilyDevice["picture"]> {
    return readPicture(this.#http, this.#origin, url, maxBytes, signal);
  }

  async recordable(): Promise<Recordable> {
    return { facts: {}, requests: recordedPaths.map(([path, hasTitles]) => ({ path, times: 1, hasTitles })) };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closing.abort();
    await Promise.all([this.#http, ...this.#held].map((http) => http[Symbol.asyncDispose]()));
  }

  /** Ends what waits for its turn when the player is closed: another one may be at the address by then. */
  async #whileOpen<T>(outer: AbortSignal, ask: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const inner = new AbortController();
    using _outer = onAbort(outer, () => inner.abort(outer.reason));
    using _closing = onAbort(this.#closing.signal, () => inner.abort(closedByBridge()));
    return await ask(inner.signal);
  }

  get #isGrouped(): boolean {
    return this.#showsGroup(this.#sync.latest?.root);
  }

  #showsGroup(sync: XmlElement | undefined): boolean {
    return sync !== undefined && groupOf(sync, undefined, this.#host).role !== "none";
  }

  get #isFirmwareUnknown(): boolean {
    return this.#firmware === undefined && this.#sync.latest?.root.attributes["version"] === undefined;
  }

  get #shownPrid(): string {
    return this.#status.latest === undefined ? "" : textOf(this.#status.latest.root, "prid");
  }

  /** Asks firmware that does not tell its version with the model, once. */
  async #readFirmware(signal: AbortSignal): Promise<void> {
    if (!this.#isFirmwareUnknown) return;
    try {
      const { root } = readRoot(await this.#http.get("/GitVersion", signal));
      this.#firmware = shownText(root.name === "version" ? root.text : textOf(root, "version")).trim();
    } catch (error) {
      // It is known from few players, and the model is worth more.
      if (!(error instanceof OtherAnswer) && !(error instanceof DeviceError && error.answered)) throw error;
      this.#firmware = "";
    }
  }

  #noteVolume(volume: OwnVolume | undefined): void {
    if (volume === undefined) return;
    const { level, isMuted = this.#volume?.isMuted ?? false } = volume;
    this.#volume = { level, isMuted };
  }

  /** The status of a single player has its own volume, and always says whether it is muted. */
  #noteSyncVolume(sync: XmlElement): void {
    const status = this.#status.latest?.root;
    const told = status && ownVolumeOfStatus(status);
    const volume = ownVolumeIn(sync.attributes);
    this.#showsMuteInSync ||= volume?.isMuted === true;
    if (told?.isMuted !== undefined && !this.#showsGroup(sync)) return;
    const unlessShown = this.#showsMuteInSync ? false : undefined;
    this.#noteVolume(volume && { ...volume, isMuted: volume.isMuted ?? unlessShown });
  }

  /** What the documents and lists tell about a resource; undefined if they lack it. */
  #known(resource: ResourceName): Reading | undefined {
    const [status, sync] = [this.#status.latest, this.#sync.latest?.root];
    switch (resource) {
      case "model":
        if (sync === undefined || this.#isFirmwareUnknown) return undefined;
        return { resource, value: modelOf(sync, this.#options.url, this.#firmware) };
      case "group":
        // The volume of a group stands in the status.
        if (sync === undefined || (status === undefined && this.#showsGroup(sync))) return undefined;
        return { resource, value: groupOf(sync, status?.root, this.#host) };
      case "battery": {
        const value = sync && batteryOf(sync);
        return value && { resource, value };
      }
      case "power":
        // Every one restarts, as far as known.
        return { resource, value: [{ tag: "reboot", name: "Reboot" }] };
      case "musicPresets":
        return { resource, value: this.#presets.map((preset) => presetOf(preset, this.#origin)) };
      case "music": {
        if (status === undefined) return undefined;
        const context = { origin: this.#origin, volume: this.#volume, ageMs: this.#clock.now() - status.at };
        return { resource, value: musicOf(status.root, context) };
      }
      case "sleep":
        return (
          status && { resource, value: { minutes: numberIn(textOf(status.root, "sleep")) || undefined } }
        );
      case "audio": {
        // An empty list would be taken for the answer to a read.
        if (status === undefined || this.#inputs === undefined) return undefined;
        const input = inputTagOf(status.root, this.#inputs);
        return { resource, value: routing({ inputs: this.#inputs, input }) };
      }
      case "queue":
        return (
          status && this.#queue && { resource, value: this.#queue.map(status.root, this.#options.queue) }
        );
      default:
        return undefined;
    }
  }

  /** Holds requests for a document, and pushes what its answers show. Begins when the loop of the player has read it. */
  async #follow(
    document: PolledDocument,
    resources: readonly ResourceName[],
    onPush: PushListener,
    shown: Map<string, string>,
    signal: AbortSignal,
  ): Promise<void> {
    const [main = "music"] = resources;
    let failures = 0;
    let quick = 0;
    while (!signal.aborted) {
      if (failures > 0) await document.news(backoffMs(backoff, failures, 1), signal);
      else await document.answering(signal);
      // The status shows when the other document changes, unless it is that of another player.
      while (document === this.#sync && !this.#isGrouped && !signal.aborted)
        await document.news(never, signal);
      if (signal.aborted) return;
      try {
        const isRead = failures > 0;
        const { heldMs } = isRead ? await document.read(signal) : await document.hold(signal);
        failures = 0;
        const isNews = this.#pushChanges(resources, shown, onPush);
        quick = isRead || isNews || heldMs >= heldAtLeastMs ? 0 : quick + 1;
      } catch (error) {
        if (signal.aborted) return;
        failures += 1;
        onPush({ resource: main, answer: answerOf(error) });
        continue;
      }
      if (quick < returnsAtOnce) continue;
      if (quick === returnsAtOnce) {
        const reason = translatable(
          "answer.not-held",
          "the player does not hold requests but answers them at once, so it is asked every 30 s",
        );
        onPush({ resource: main, answer: refused(reason) });
      }
      await pause(plainPollMs, this.#clock, signal);
    }
  }

  /** Reads what the status says has changed, and the rest of a long queue. */
  async #followUp(onPush: PushListener, shown: Map<string, string>, signal: AbortSignal): Promise<void> {
    let seen: unknown;
    let isQueueOpen = false;
    while (!signal.aborted) {
      if (seen === this.#status.latest && !isQueueOpen) {
        const news = new AbortController();
        this.#queueRead = () => {
          isQueueOpen = true;
          news.abort();
        };
        using _ = onAbort(signal, () => news.abort());
        await this.#status.news(never, news.signal);
      }
      isQueueOpen = false;
      const status = this.#status.latest?.root;
      seen = this.#status.latest;
      if (status === undefined || signal.aborted) continue;
      let asked: ResourceName = "group";
      try {
        const syncStat = textOf(status, "syncStat");
        const isOld = syncStat !== "" && this.#sync.latest?.root.attributes["syncStat"] !== syncStat;
        if (isOld && this.#sync.latest !== undefined && !this.#sync.isHeld) {
          this.#sync.acted();
          await this.#sync.read(signal);
          this.#pushChanges(ofSync, shown, onPush);
        }
        asked = "musicPresets";
        if (this.#prid !== undefined && this.#prid !== this.#shownPrid)
          onPush({ resource: asked, answer: await this.#read(asked, signal) });
        asked = "queue";
        const pid = textOf(status, "pid");
        if (this.#queue === undefined) continue;
        if (pid !== "" && pid !== this.#queue.pid) await this.#readQueue(signal);
        else {
          // At the end of a queue the window begins earlier than what is read first.
          const { queue: view } = this.#options;
          const { start, end } =
            view.publish === "all" ? { start: 0, end: mostEntries } : this.#queue.windowOf(status, view);
          const isMore = await this.#readMissing(start, end, signal);
          isQueueOpen ||= isMore;
        }
        this.#pushChanges(["queue"], shown, onPush);
      } catch (error) {
        if (signal.aborted) return;
        onPush({ resource: asked, answer: answerOf(error) });
      }
    }
  }

  /** Pushes these resources where they differ from what was pushed before; whether more than the position does. */
  #pushChanges(
    resources: readonly ResourceName[],
    shown: Map<string, string>,
    onPush: PushListener,
    tellsPosition = true,
  ): boolean {
    // The next read, or the next held answer, shows the end of the command.
    if (!this.#status.isTrusted) return true;
    let isNews = false;
    for (const resource of resources) {
      const known = this.#known(resource);
      if (known === undefined) continue;
      const text = JSON.stringify(known.value, (field, value: unknown) =>
        field === "positionSeconds" ? undefined : value,
      );
      const isSame = shown.get(resource) === text;
      shown.set(resource, text);
      isNews ||= !isSame;
      if (!isSame || (tellsPosition && resource === "music")) onPush({ resource, answer: reading(known) });
    }
    return isNews;
  }

  /** The position advances without any answer. */
  async #tellPosition(onPush: PushListener, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await pause(
        Math.max(shortestPositionMs, this.#options.positionIntervalMs ?? positionEveryMs),
        this.#clock,
        signal,
      );
      const known = this.#status.isHeld && this.#status.isTrusted ? this.#known("music") : undefined;
      if (known?.resource !== "music" || known.value.playing !== "playing") continue;
      if (known.value.positionSeconds === undefined) continue;
      onPush({ resource: "music", answer: reading(known), isInferred: true });
    }
  }

  /** Reads the part of the queue around the current entry, unless it is known. What else is published follows in `#followUp`. */
  async #readQueue(signal: AbortSignal): Promise<void> {
    const status = this.#status.latest?.root;
    const start = Math.max(0, ((status && songOf(status)) ?? 0) - Math.floor(pageSize / 5));
    const isSame =
      this.#queue !== undefined && status !== undefined && textOf(status, "pid") === this.#queue.pid;
    if (!isSame) this.#queue = undefined;
    await this.#readMissing(start, start + pageSize, signal);
    this.#queueRead();
  }

  /** Reads a page with the first entry of a range that was not read; false if there is none. */
  async #readMissing(from: number, to: number, signal: AbortSignal): Promise<boolean> {
    const missing = (): number | undefined =>
      this.#queue === undefined ? from : this.#queue.missing(from, Math.min(to, mostEntries));
    if (missing() === undefined) return false;
    const path = "/Playlist";
    return this.#inTurn(path, signal, async (onSent) => {
      // Another read may have brought it meanwhile.
      const start = missing();
      if (start === undefined) return false;
      const query = `?start=${start}&end=${start + pageSize - 1}`;
      const page = rootNamed(await this.#http.get(path + query, signal, { onSent }), "playlist");
      return this.#addPage(page, start);
    });
  }

  /** Takes in a page of the queue; false if it lacks its first entry, which it will not have later. */
  #addPage(page: XmlElement, start: number): boolean {
    const known = this.#queue;
    const queue = known !== undefined && known.pid === page.attributes["id"] ? known : new Queue(page);
    this.#queue = queue;
    queue.add(page, start);
    return queue.missing(start, start + 1) === undefined;
  }

  #inTurn<T>(path: string, signal: AbortSignal, ask: (onSent: () => void) => Promise<T>): Promise<T> {
    return inTurn(this.#origin + path.replace(/\?.*/, ""), this.#clock, signal, ask);
  }

  /** A plain read of a list, which cannot be held. */
  async #get(path: string, root: string, signal: AbortSignal): Promise<XmlElement> {
    return rootNamed(await this.#getInTurn(path, signal), root);
  }

  #getInTurn(path: string, signal: AbortSignal, onTurn?: () => void): Promise<HttpAnswer> {
    return this.#inTurn(path, signal, (onSent) => {
      onTurn?.();
      return this.#http.get(path, signal, { onSent });
    });
  }

  /** Makes one request that changes something; undefined for an empty answer. */
  async #ask(path: string, signal: AbortSignal): Promise<XmlElement | undefined> {
    await this.#beginCommand(signal);
    const answer = await this.#http.get(path, signal, { acts: true });
    if (answer.status === 200 && answer.changed?.length === 0) return undefined;
    return readRoot(answer).root;
  }

  /** Makes the requests of one command; the last answer. */
  async #askAll(paths: readonly string[], signal: AbortSignal): Promise<XmlElement | undefined> {
    const askEach = async (): Promise<XmlElement | undefined> => {
      let answer: XmlElement | undefined;
      for (const path of paths) answer = await this.#ask(path, signal);
      return answer;
    };
    return paths.length > 1 ? this.#status.actInSteps(askEach) : askEach();
  }

  async #beginCommand(signal: AbortSignal): Promise<void> {
    await pause(this.#commandedAt + commandGapMs - this.#clock.now(), this.#clock, signal);
    this.#commandedAt = this.#clock.now();
    this.#acted();
  }

  #acted(): void {
    this.#status.acted();
    this.#sync.acted();
  }

  /** The answer has the level that the player took. */
  #volumeReply(answer: XmlElement | undefined): Reply {
    if (answer?.name !== "volume") return { kind: "done" };
    this.#noteVolume(ownVolumeIn(answer.attributes, answer.text));
    const known = this.#known("music");
    return known === undefined ? { kind: "done" } : reading(known);
  }

  /** Which preset plays is not told: a step starts from the last one that the bridge played. */
  #presetPath(preset: string): readonly string[] | undefined {
    const ids = this.#presets.map(({ attributes }) => attributes["id"] ?? "");
    const status = this.#status.latest?.root;
    const url = status === undefined ? "" : textOf(status, "streamUrl");
    const playing = this.#presets.find(({ attributes }) => url !== "" && attributes["url"] === url);
    this.#lastPreset = presetFor(ids, preset, playing?.attributes["id"] ?? this.#lastPreset);
    return this.#lastPreset === undefined
      ? undefined
      : [`/Preset?id=${encodeURIComponent(this.#lastPreset)}`];
  }

  /** Reads the settings page by page, and no more pages than the allowed ones need. */
  async #readSettings(signal: AbortSignal): Promise<readonly PlayerSetting[]> {
    const { settingTags: allowed = [] } = this.#options;
    const found = new Map<string, OwnSetting>();
    let pages = 0;
    for (const name of settingsPages) {
      if (allowed !== "all" && allowed.every((tag) => found.has(tag))) break;
      try {
        const page = await this.#readSettingsPage(settingsPath(name), signal);
        pages += 1;
        for (const own of settingsOn(page, allowed)) found.set(own.setting.tag, own);
      } catch (error) {
        // Not every player has every page.
        if (!(error instanceof OtherAnswer) || error.answer.kind !== "unsupported") throw error;
      }
    }
    if (pages === 0) throw new OtherAnswer({ kind: "unsupported" });
    this.#settings.clear();
    for (const own of found.values()) this.#settings.set(own.setting.handle, own);
    return [...found.values()].map(({ setting }) => setting);
  }

  /** Present firmware redirects to another port of the same player. */
  async #readSettingsPage(path: string, signal: AbortSignal): Promise<XmlElement> {
    const answer = await this.#getInTurn(path, signal);
    const { location = "" } = answer.headers;
    const to = new URL(URL.canParse(location, this.#origin) ? location : "", this.#origin);
    const isRedirected = answer.status === 301 && to.hostname === new URL(this.#origin).hostname;
    if (!isRedirected) return rootNamed(answer, "settings");
    await using http = new PlayerConnection({
      ...withoutEvents(this.#options),
      url: to.origin,
      maxBodyBytes: largestAnswerBytes,
    });
    return rootNamed(await http.get(to.pathname + to.search, signal), "settings");
  }

  #settingPath(handle: Handle, value: number): string | undefined {
    const own = this.#settings.get(handle);
    const word = own?.words === undefined ? String(value) : own.words[value];
    return own === undefined || word === undefined ? undefined : handle + encodeURIComponent(word);
  }

  /** The pages of the player are on the usual port. */
  async #reboot(signal: AbortSignal): Promise<Reply> {
    const { hostname } = new URL(this.#origin);
    await using http = new PlayerConnection({
      ...withoutEvents(this.#options),
      url: `http://${hostname}:80`,
    });
    this.#acted();
    const answer = await http
      .get("/reboot", signal, { acts: true, form: "yes=1" })
      .catch((error: unknown) => {
        if (error instanceof DeviceError && error.fault === "unreachable") return undefined;
        throw error;
      });
    // Its silence would be taken for that of a player that restarts.
    if (answer === undefined)
      return {
        ...refused(translatable("answer.no-pages", "the pages of the player on port 80 do not answer")),
        isUnsent: true,
      };
    const { status } = answer;
    return status === 200 ? { kind: "done" } : refused(httpStatus(status));
  }
}

/** The documents that are read for each resource of these players. */
const documentsOf: { readonly [R in ResourceName]?: readonly ("sync" | "status")[] } = {
  model: ["sync"],
  audio: ["status"],
  music: ["sync", "status"],
  queue: ["status"],
  power: ["sync"],
  musicPresets: [],
  group: ["sync"],
  sleep: ["status"],
  battery: ["sync"],
  settings: [],
};

export const ownResources = Object.keys(documentsOf) as ResourceName[];

/** The resources that a document shows. The first one stands for it. */
const ofStatus = ["music", "audio", "sleep", "group", "queue"] as const;
const ofSync = ["group", "model", "battery", "music"] as const;
const ofDocuments = [...new Set([...ofStatus, ...ofSync])];

/** Calls to something that the player may not have at the moment: that it is missing says nothing about the call. */
const mayBeMissing: ReadonlySet<FamilyCall["operation"]> = new Set([
  "selectInput",
  "playMusicPreset",
  "playServiceItem",
  "playQueueEntry",
]);

const recordedPaths: readonly (readonly [path: string, hasTitles: boolean])[] = [
  ["/SyncStatus", false],
  ["/Status", true],
  ["/Volume", false],
  ["/RadioBrowse?service=Capture", false],
  ["/Presets", true],
  // As the bridge asks for it, so that a replay has its queue.
  [`/Playlist?start=0&end=${pageSize - 1}`, true],
  // It exists on no player, and shows how an unknown request is refused.
  ["/Nothing", false],
];

function ownVolumeOfStatus(status: XmlElement): OwnVolume | undefined {
  const [mute, muteVolume] = [textOf(status, "mute"), textOf(status, "muteVolume")];
  return ownVolumeIn({ mute, ...(muteVolume !== "" && { muteVolume }) }, textOf(status, "volume"));
}

function presetOf({ attributes }: XmlElement, origin: string): MusicPreset {
  const { id = "", name = "", image = "" } = attributes;
  return { id, name: shownText(name) || id, picture: pictureIn(image, origin) };
}

function reading(value: Reading): Answer & { readonly kind: "reading" } {
  return { kind: "reading", reading: value };
}

function answerOf(error: unknown): Push["answer"] {
  if (error instanceof OtherAnswer) return error.answer;
  if (error instanceof DeviceError) return error;
  throw error;
}

/** Ignores a bad answer, but not a missing one. */
function unlessAnswered(error: unknown): void {
  if (!(error instanceof DeviceError && error.answered)) throw error;
}
