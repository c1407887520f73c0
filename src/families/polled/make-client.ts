import type { CallName, FamilyCall, GroupCall, Reply } from "../../core/controls/call.ts";
import { actsOnGroup, controlNames, controls } from "../../core/controls/table.ts";
import { DeviceError } from "../../core/errors.ts";
import type { BrowseAnswer } from "../../core/library.ts";
import type { PushListener, RawAnswer } from "../../core/ports.ts";
import type { Answer, Reading, ResourceName } from "../../core/resources/player.ts";
import { aborted } from "../../lib/aborted.ts";
import { type Clock, systemClock } from "../../lib/clock.ts";
import { cutText } from "../../lib/cut-text.ts";
import { toPhrase, translatable } from "../../lib/phrase.ts";
import type { FamilyDevice, PlayerOptions, Recordable } from "../family.ts";
import type { HttpAnswer } from "../http/answer-body.ts";
import { bodyOf, rawAnswer, readPicture } from "../http/body-of.ts";
import { AnswerDeadline } from "../http/answer-deadline.ts";
import { type GetTerms, type PlayerConnection, forServerAt, withoutEvents } from "../http/connection.ts";
import { parseJson } from "../http/parse-json.ts";
import { pause } from "../http/pause.ts";
import { atOnce } from "./at-once.ts";
import { faultIn, soapTerms } from "../http/soap.ts";
import { changeGroup } from "./change-group.ts";
import { Fields } from "./fields.ts";
import { presetFor } from "./lists.ts";
import type { Answers, MadeResource, Make, Meaning, Player, Request, Source, Step } from "./make.ts";
import { type PlaceTerms, PlayerPlace } from "./player-place.ts";
import { queuedEntries } from "./queue.ts";
import { noPlayerThere, notOffered, notThere, refused } from "./refusals.ts";
import { tryReading } from "./try-reading.ts";

/** A source that the player lacks is asked for again after this long: it may have been a mistake, or new firmware has it. */
const lackedForMs = 900_000;
const refusedForMs = 20_000;
const leaderQuietMs = 30_000;
/** What answers in words is short. */
const longestWords = 200;
const nothing = new Fields(undefined);
const lackingForNow = { kind: "unsupported", isForNow: true } as const;
const unheard = { meaning: undefined, fields: nothing, body: Buffer.alloc(0), reason: "" };

/** Calls to something that this player may not have, or not now: that it lacks that says nothing about the others. */
const chosen: ReadonlySet<FamilyCall["operation"]> = new Set([
  "selectInput",
  "selectOutput",
  "playMusicPreset",
  "playQueueEntry",
  "playStream",
  "seekMusic",
  "setMusicMode",
  "setRepeat",
  "changeGroup",
  "setGroupVolume",
  "setGroupMute",
  "setPower",
]);

/** What a member of a group leaves to its leader. */
const ofLeader: ReadonlySet<CallName> = new Set(
  controlNames.filter(actsOnGroup).flatMap((name) => controls[name].operations),
);

interface Kept {
  /** Empty if the player lacks it. */
  readonly fields: Fields;
  readonly body: Buffer;
  readonly at: number;
  readonly mark: string;
  /** Whether it was refused, not lacking. */
  readonly isRefused?: true;
}

/** The addresses of a player: its own, and that of its service. */
interface Places {
  readonly player: PlayerPlace;
  readonly service: PlayerPlace | undefined;
}

/** What was told of a resource, also as text. */
interface Told {
  readonly text: string;
  readonly answer: Extract<Answer, { readonly kind: "reading" }>;
}

/** The client of one player of a make that is a table. Its owner makes one request at a time. */
export class MakeClient<Name extends string> implements FamilyDevice {
  readonly #make: Make<Name>;
  readonly #options: PlayerOptions;
  readonly #clock: Pick<Clock, "now" | "after">;
  /** The deadline of group mates, which are opened anew for each command. */
  readonly #matesDeadline: AnswerDeadline;
  readonly #own: Places;
  readonly #player: Player;
  #leader: { readonly host: string; readonly places: Places } | undefined;
  /** A leader that does not answer is not asked before. */
  #leaderQuietUntil = Number.NEGATIVE_INFINITY;
  readonly #kept = new Map<Name, Kept>();
  /** Which of its requests answered each source, of several. */
  readonly #answeredBy = new Map<Name, number>();
  #actedAt = Number.NEGATIVE_INFINITY;
  #lastPreset: string | undefined;
  readonly #told = new Map<ResourceName, Told>();
  #onPush: PushListener | undefined;

  constructor(make: Make<Name>, options: PlayerOptions) {
    const clock = options.clock ?? systemClock;
    const own = this.#placesAt(make, options);
    this.#make = make;
    this.#options = options;
    this.#clock = clock;
    this.#matesDeadline = new AnswerDeadline(options.timeoutMs);
    this.#own = own;
    this.#player = {
      get origin() {
        return own.player.origin;
      },
      host: new URL(options.url).hostname,
      port: make.places[0].port,
      queueView: options.queue,
      now: () => clock.now(),
    };
  }

  read(resource: ResourceName, signal: AbortSignal): Promise<Answer> {
    return this.#guarded(this.#read(resource, signal), signal);
  }

  perform(call: FamilyCall, signal: AbortSignal): Promise<Reply> {
    return this.#guarded(this.#perform(call, signal), signal);
  }

  async #read(resource: ResourceName, signal: AbortSignal): Promise<Answer> {
    const made = this.#made(resource);
    if (made === undefined) return { kind: "unsupported", isUnasked: true };
    const fresh = new Set<Name>();
    for (const name of made.from) {
      const answer = await this.#ask(name, fresh, signal);
      if (answer !== undefined) return answer;
    }
    const reading = this.#readingOf(resource, made);
    if (reading === undefined)
      return made.from.some((name) => this.#kept.get(name)?.isRefused)
        ? lackingForNow
        : { kind: "unsupported" };
    this.#told.set(resource, reading);
    this.#pushOthers(resource, fresh);
    return reading.answer;
  }

  async #perform(call: FamilyCall, signal: AbortSignal): Promise<Reply> {
    if (call.operation === "changeGroup") return this.#changeGroup(call, signal);
    const wanted = call.operation === "playMusicPreset" ? await this.#withPreset(call, signal) : call;
    const request = this.#make.calls[call.operation] as
      | ((call: FamilyCall, answers: Answers<Name>) => Step | readonly Step[] | undefined)
      | undefined;
    if (request === undefined) return { kind: "unsupported" };
    const steps = wanted && this.#byTable(() => request(wanted, this.#answers));
    if (steps === undefined) return { ...refused(notOffered), isUnsent: true };
    const leader = ofLeader.has(call.operation) ? this.#leaderPlaces() : undefined;
    for (const step of [steps].flat()) {
      const reply = await this.send(step, signal, leader);
      if (reply.kind === "unsupported" && chosen.has(call.operation)) return refused(notThere);
      if (reply.kind !== "done") return reply;
    }
    return { kind: "done" };
  }

  /** Sends a request that acts. */
  async send(step: Step, signal: AbortSignal, places = this.#own): Promise<Reply> {
    for (const request of typeof step === "object" && "anyOf" in step ? step.anyOf : [step]) {
      const http = await placeOf(request, places).connection(signal);
      this.#actedAt = this.#clock.now();
      const { meaning, reason } = await this.#send(request, http, signal, true);
      this.#actedAt = this.#clock.now();
      // An answer without a known word is that of a player that has done it.
      if (meaning === undefined || meaning === "done") return { kind: "done" };
      if (meaning !== "lacking") return answerOf(meaning, reason);
    }
    return { kind: "unsupported" };
  }

  async get(path: string, signal: AbortSignal, terms?: GetTerms): Promise<HttpAnswer> {
    const http = await this.#own.player.connection(signal);
    if (terms?.acts === true) this.#actedAt = this.#clock.now();
    return http.get(path, signal, terms);
  }

  /** Hands over what the answers to reads show of other resources. */
  async listen(onPush: PushListener, signal: AbortSignal): Promise<void> {
    this.#onPush = onPush;
    await aborted(signal);
    if (this.#onPush === onPush) this.#onPush = undefined;
  }

  get answers(): readonly RawAnswer[] {
    return [...this.#kept].map(([operation, { body }]) => ({ operation, body }));
  }

  async browse(): Promise<BrowseAnswer> {
    return { kind: "unsupported" };
  }

  queueEntries(from: number, count: number) {
    return queuedEntries(this.#player, from, count);
  }

  async picture(url: string, maxBytes: number, signal: AbortSignal): ReturnType<FamilyDevice["picture"]> {
    const { player } = this.#own;
    return readPicture(await player.connection(signal), player.origin, url, maxBytes, signal);
  }

  async recordable(): Promise<Recordable> {
    const requests = this.#sources.flatMap(([, { get, hasTitles = false }]) =>
      (typeof get === "function" ? [] : [get])
        .flat()
        .filter((one) => typeof one === "string")
        .map((path) => ({ path, times: 1, hasTitles })),
    );
    return { facts: {}, requests };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([close(this.#own), close(this.#leader?.places)]);
  }

  get #sources(): readonly [Name, Source<Name>][] {
    return Object.entries(this.#make.sources) as [Name, Source<Name>][];
  }

  get #answers(): Answers<Name> {
    const entries = this.#sources.map(([name]) => [name, this.#kept.get(name)?.fields ?? nothing]);
    return Object.fromEntries(entries) as Answers<Name>;
  }

  #made(resource: ResourceName): MadeResource<Name, unknown> | undefined {
    return (this.#make.resources as Partial<Record<ResourceName, MadeResource<Name, unknown>>>)[resource];
  }

  /** What the last answers tell of a resource, also as text; undefined if they show that the player lacks it. */
  #readingOf(resource: ResourceName, made: MadeResource<Name, unknown>): Told | undefined {
    const told = this.#byTable(() => made.value(this.#answers, this.#player));
    if (told === undefined) return undefined;
    const value = resource === "model" ? modelFrom(told, this.#player.origin) : told;
    const [text, before] = [JSON.stringify(value), this.#told.get(resource)];
    // The same object shows that nothing has changed, so that the player may rest.
    if (before?.text === text) return before;
    // The table is typed by resource; here they are all alike.
    const reading = { resource, value } as Reading;
    tryReading(reading);
    return { text, answer: { kind: "reading", reading } as const };
  }

  #placesAt(make: Make<Name>, options: PlayerOptions): Places {
    const player = new PlayerPlace(options, {
      places: make.places,
      acceptsSelfSigned: make.acceptsSelfSigned === true,
      probe: async (http, signal) => {
        const [first] = this.#made("model")?.from ?? [];
        const heard = first && (await this.#request(first, http, signal));
        if (heard?.meaning !== undefined) throw new DeviceError("malformed", noPlayerThere);
      },
    });
    return { player, service: servicePlaceOf(make, options) };
  }

  #requestsOf(name: Name): readonly Request[] {
    const { get } = this.#make.sources[name];
    return [typeof get === "function" ? this.#byTable(() => get(this.#answers)) : get].flat();
  }

  /** Where the leader answers; undefined for a player that follows nobody. */
  #leaderPlaces(): Places | undefined {
    const host = this.#byTable(() => this.#make.leader?.(this.#answers));
    const isHost = host !== undefined && /^[\w.-]+(?::\d{1,5})?$/.test(host);
    if (this.#leader?.host !== host) {
      void close(this.#leader?.places);
      this.#leader = undefined;
      this.#leaderQuietUntil = Number.NEGATIVE_INFINITY;
    }
    if (!isHost) return undefined;
    if (this.#leader === undefined) {
      const url = `http://${host.includes(":") ? host : `${host}:${this.#player.port}`}`;
      this.#leader = {
        host,
        places: this.#placesAt(this.#make, forServerAt(url, this.#options, this.#matesDeadline)),
      };
    }
    return this.#leader.places;
  }

  /** Asks a source, unless its last answer still counts. The answer, if nothing can be made without it. */
  async #ask(name: Name, fresh: Set<Name>, signal: AbortSignal): Promise<Answer | undefined> {
    const { keepMs = 0, mark: markOf, isOptional = false, ofLeader: isOfLeader } = this.#make.sources[name];
    const [first] = this.#requestsOf(name);
    const isOfService = typeof first === "object";
    const places = isOfLeader === true ? this.#leaderPlaces() : this.#own;
    const place = places && placeOf(first ?? "", places);
    const known = this.#kept.get(name);
    const mark = JSON.stringify(this.#byTable(() => markOf?.(this.#answers)) ?? "");
    const lacks = isOptional ? undefined : ({ kind: "unsupported" } as const);
    if (place === undefined || (isOfLeader === true && this.#clock.now() < this.#leaderQuietUntil)) {
      this.#kept.delete(name);
      return undefined;
    }
    if (known !== undefined) {
      const ageMs = this.#clock.now() - known.at;
      const { isRefused = false } = known;
      const isKept = isRefused ? ageMs < refusedForMs && known.mark === mark : ageMs < lackedForMs;
      if (!known.fields.isTold && isKept) return lacks && isRefused ? lackingForNow : lacks;
      const countsForMs = typeof keepMs === "function" ? this.#byTable(() => keepMs(this.#answers)) : keepMs;
      const hasActed = known.at < this.#actedAt;
      if (!hasActed && known.mark === mark && ageMs < countsForMs) return undefined;
      if (!hasActed) await pause((this.#make.gapMs ?? 0) - ageMs, this.#clock, signal);
      signal.throwIfAborted();
    }
    try {
      const { meaning, fields, body, reason } = await this.#request(
        name,
        await place.connection(signal),
        signal,
      );
      const at = this.#clock.now();
      if (meaning === undefined || meaning === "lacking") {
        this.#kept.set(name, { fields, body, at, mark });
        fresh.add(name);
        return meaning === undefined ? undefined : lacks;
      }
      // What the service told before stays.
      const stays = isOfService && known?.fields.isTold === true && known.mark === mark;
      if (isOptional && !stays) this.#kept.set(name, { fields: nothing, body, at, mark, isRefused: true });
      else if (!stays) this.#kept.delete(name);
      return isOptional ? undefined : answerOf(meaning, reason);
    } catch (error) {
      if (!(error instanceof DeviceError)) throw error;
      if (error.fault === "unreachable") await place.forget();
      if (isOfLeader === true && !isOfService && !error.answered)
        this.#leaderQuietUntil = this.#clock.now() + leaderQuietMs;
      // The service may be closed, or start later than the player itself: what was known of it stays.
      if (isOfService && error.fault === "unreachable" && this.#options.isOnHold?.() !== true) {
        if (known?.fields.isTold === true) return undefined;
        this.#kept.set(name, { ...unheard, at: this.#clock.now(), mark, isRefused: true });
        return lacks && lackingForNow;
      }
      const isLeft = isOptional && (error.answered || isOfLeader === true);
      if (!isLeft) throw error;
      // A broken answer says nothing: until what it belongs to changes, the one before it counts.
      if (!error.answered || known?.mark !== mark) this.#kept.delete(name);
      return undefined;
    }
  }

  /** Asks for a source; of several requests by the first that the player does not lack. */
  async #request(name: Name, http: PlayerConnection, signal: AbortSignal): Promise<Heard> {
    const { parse } = this.#make.sources[name];
    const all = [...this.#requestsOf(name).entries()];
    const known = this.#answeredBy.get(name);
    const requests = all.toSorted(([one], [other]) => Number(other === known) - Number(one === known));
    let fault: Heard | undefined;
    for (const [place, [index, request]] of requests.entries()) {
      // Before one has worked, a refusal may mean that the player lacks it.
      const isLast = known !== undefined || place === requests.length - 1;
      let heard: Heard;
      try {
        heard = await this.#send(request, http, signal);
      } catch (error) {
        if (isLast || !(error instanceof DeviceError) || !error.answered) throw error;
        continue;
      }
      // A service says itself what it lacks.
      if (heard.meaning === "refused" && typeof request === "object") fault = heard;
      if (heard.meaning === "lacking" || (heard.meaning === "refused" && !isLast)) continue;
      if (heard.meaning === undefined || heard.meaning === "done") this.#answeredBy.set(name, index);
      if (heard.meaning !== undefined && heard.meaning !== "done") return heard;
      // The same bytes mean the same.
      const last = this.#kept.get(name);
      const isSame = last?.fields.isTold === true && last.body.equals(heard.body);
      const fields = isSame ? last.fields : this.#fieldsIn(heard.body, parse);
      if (!fields.isTold)
        throw new DeviceError(
          "malformed",
          translatable("answer.no-object", "the answer is not a JSON object"),
        );
      return { ...heard, meaning: undefined, fields };
    }
    return fault ?? { ...unheard, meaning: "lacking" };
  }

  #fieldsIn(body: Buffer, parse = this.#make.parse): Fields {
    return new Fields(this.#byTable(() => parse?.(body)) ?? parseJson(body, false));
  }

  async #send(request: Request, http: PlayerConnection, signal: AbortSignal, acts = false): Promise<Heard> {
    if (typeof request === "string") return this.#heard(await http.get(request, signal, { acts }));
    const { service } = this.#make;
    const { action, fields = {} } = request;
    if (service === undefined || action === undefined) throw new TypeError("a request is no path");
    const terms = { acts, ...soapTerms(service.type, action, fields) };
    const answer = await http.get(service.path, signal, terms);
    const fault = answer.status === 500 ? faultIn(answer.changed) : undefined;
    if (fault === undefined) return this.#heard(answer);
    if (/^UPnP (?:401|602)\b/.test(fault)) return { ...unheard, meaning: "lacking" };
    return { ...rawAnswer(answer), meaning: "refused", fields: nothing, reason: JSON.stringify(fault) };
  }

  #heard(answer: HttpAnswer): Heard {
    const body = bodyOf(answer);
    if (body === undefined) return { ...unheard, meaning: "lacking" };
    const text = body.length > longestWords ? "" : body.toString("utf8").trim();
    for (const [pattern, meaning] of this.#make.words ?? []) {
      // With the flag g, exec() would go on after its last match.
      const match = new RegExp(pattern, pattern.flags.replace("g", "")).exec(text);
      const reason = cutText(match?.[1] ?? "", 80) || JSON.stringify(cutText(text, 80));
      if (match !== null) return { meaning, fields: nothing, body, reason };
    }
    return { ...unheard, body };
  }

  /** Tells what a read for one resource shows of others that were read before. */
  #pushOthers(resource: ResourceName, fresh: ReadonlySet<Name>): void {
    for (const [other, told] of this.#told) {
      const made = this.#made(other);
      if (other === resource || other === "model" || !made?.from.some((name) => fresh.has(name))) continue;
      try {
        const reading = this.#readingOf(other, made);
        if (reading === undefined || reading === told) continue;
        this.#told.set(other, reading);
        this.#onPush?.({ resource: other, answer: reading.answer });
      } catch (error) {
        // A mistake in one resource fails its own read, and no other.
        if (!(error instanceof DeviceError)) throw error;
      }
    }
  }

  /** Which preset plays is not told: a step starts from the last one that the bridge played. */
  async #withPreset(call: PresetCall, signal: AbortSignal): Promise<PresetCall | undefined> {
    const answer = await this.read("musicPresets", signal);
    const isListed = answer.kind === "reading" && answer.reading.resource === "musicPresets";
    const ids = isListed ? answer.reading.value.map(({ id }) => id) : [];
    const id = presetFor(ids, call.preset, this.#lastPreset);
    if (id === undefined) return undefined;
    this.#lastPreset = id;
    return { ...call, preset: id };
  }

  async #changeGroup(call: GroupCall, signal: AbortSignal): Promise<Reply> {
    const { grouping } = this.#make;
    if (grouping === undefined) return { kind: "unsupported" };
    const hostOf = (name: string): string => name.replace(/:\d+$/, "");
    const reply = await changeGroup(
      {
        call,
        requests: {
          join: (primary) => this.#byTable(() => grouping.join(hostOf(primary))),
          remove: (member) => this.#byTable(() => grouping.remove(hostOf(member))),
          end: () => grouping.end,
        },
        own: this,
        open: (address) =>
          new MakeClient(this.#make, forServerAt(`http://${address}`, this.#options, this.#matesDeadline)),
        clock: this.#clock,
      },
      signal,
    );
    return reply.kind === "unsupported" ? refused(notThere) : reply;
  }

  /** What a function of the table gives. */
  #byTable<Value>(ask: () => Value): Value {
    try {
      return atOnce(ask());
    } catch (error) {
      throw this.#faultOf(error);
    }
  }

  /** The end of what uses the table. A mistake in it concerns this player alone: it must not end the bridge. */
  async #guarded<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
    try {
      return await work;
    } catch (error) {
      throw signal.aborted ? error : this.#faultOf(error);
    }
  }

  #faultOf(error: unknown): DeviceError {
    if (error instanceof DeviceError) return error;
    const reason = lineOf(error) + cutText(String(error), 240);
    const values = { make: this.#make.name, reason };
    const phrase = translatable("answer.make-failed", "its make, {make}, has a mistake: {reason}", values);
    return new DeviceError("malformed", phrase, { cause: error });
  }
}

/** A player that leaves out its MAC, or its name, tells none. At which of its places it answers, it need not tell. */
function modelFrom(told: unknown, address: string): unknown {
  if (typeof told !== "object" || told === null || told instanceof Promise) return told;
  const texts = Object.entries(told).map(([field, text]) => [field, text === "" ? undefined : text]);
  const model = Object.fromEntries(texts) as { readonly details?: object };
  return { ...model, details: { address, ...model.details } };
}

/** The line of an owner's file, whose address ends in a number; empty if none is to blame. */
function lineOf(error: unknown): string {
  const stack = error instanceof Error ? (error.stack ?? "") : "";
  const [, file, line] = /([^/\\]+)\?[\d.]+:(\d+)/.exec(stack) ?? [];
  return line === undefined ? "" : `${file}:${line}: `;
}

function placeOf(request: Request, { player, service }: Places): PlayerPlace {
  return typeof request === "string" ? player : (service ?? player);
}

async function close(places: Places | undefined): Promise<void> {
  await Promise.all([places?.player[Symbol.asyncDispose](), places?.service?.[Symbol.asyncDispose]()]);
}

/** Where the service of a player answers, which says so itself; undefined for a make without one. */
function servicePlaceOf({ service }: Make<string>, options: PlayerOptions) {
  if (service === undefined) return undefined;
  const { type, places } = service;
  const url = `http://${new URL(options.url).hostname}:${places[0].port}`;
  const probe: PlaceTerms["probe"] = async (http, signal) => {
    const { status, body } = rawAnswer(await http.get("/description.xml", signal));
    if (status !== 200 || !body.includes(type))
      throw new DeviceError("unreachable", noPlayerThere, { cause: type });
  };
  return new PlayerPlace({ ...withoutEvents(options), url }, { places, acceptsSelfSigned: false, probe });
}

type PresetCall = FamilyCall & { readonly operation: "playMusicPreset" };

interface Heard {
  /** Undefined if it is not said in known words. */
  readonly meaning: Meaning | undefined;
  readonly fields: Fields;
  readonly body: Buffer;
  /** Why, in the words of the player or its table. */
  readonly reason: string;
}

function answerOf(meaning: Meaning, said: string): Answer & Reply {
  const reason = toPhrase(said);
  switch (meaning) {
    case "lacking":
      return { kind: "unsupported" };
    case "absent":
      return { kind: "absent" };
    case "busy":
      return { kind: "confused", reason };
    default:
      return { kind: "refused", reason, isForNow: true };
  }
}
