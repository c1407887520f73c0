import { DeviceError } from "../../core/errors.ts";
import type { Answer } from "../../core/resources/player.ts";
import type { Clock } from "../../lib/clock.ts";
import { translatable } from "../../lib/phrase.ts";
import type { HttpAnswer } from "../http/answer-body.ts";
import type { PlayerConnection } from "../http/connection.ts";
import { pause } from "../http/pause.ts";
import { inTurn } from "./pace.ts";
import { bodyOf } from "../http/body-of.ts";
import { parseXml, shownText, textOf, type XmlElement } from "../http/xml.ts";
import { onAbort } from "../../lib/aborted.ts";

/** What a player said instead of what it was asked for. It is online. */
export class OtherAnswer extends Error {
  readonly answer: Exclude<Answer, { readonly kind: "reading" }>;

  constructor(answer: OtherAnswer["answer"]) {
    super(answer.kind);
    this.answer = answer;
  }
}

/** The root element of an answer. Throws OtherAnswer for a refusal, which may have status 200, and DeviceError for what is no answer. */
export function readRoot(answer: HttpAnswer): { readonly root: XmlElement; readonly body: Buffer } {
  const body = bodyOf(answer);
  if (body === undefined) throw new OtherAnswer({ kind: "unsupported" });
  const root = parseXml(body);
  if (root.name === "error") {
    const words = [root.text, textOf(root, "message"), textOf(root, "detail")].map((text) => text.trim());
    throw new OtherAnswer({
      kind: "refused",
      reason: shownText(words.filter(Boolean).join(": ")) || translatable("answer.no-reason", "no reason"),
    });
  }
  if (root.name.startsWith("UpgradeStatus")) {
    throw new OtherAnswer({
      kind: "confused",
      reason: translatable("answer.updating", "the player is installing new firmware"),
    });
  }
  return { root, body };
}

/** The same for a root that must have this name. */
export function rootNamed(answer: HttpAnswer, name: string): XmlElement {
  const { root } = readRoot(answer);
  expectName(root, name);
  return root;
}

function expectName(root: XmlElement, name: string): void {
  if (root.name !== name) throw new DeviceError("malformed", `the answer is a ${root.name}, not a ${name}`);
}

/** A document as it was last answered. */
export interface Document {
  readonly root: XmlElement;
  readonly body: Buffer;
  /** The moment when it was answered, and how long that took. */
  readonly at: number;
  readonly heldMs: number;
}

/** The parameters of a document that its player can hold back until it changes. */
export interface DocumentTerms {
  readonly path: string;
  /** The name of its root element. */
  readonly root: string;
  readonly holdSeconds: number;
  readonly url: string;
  readonly clock: Pick<Clock, "now" | "after">;
  /** The connection for plain reads, and that for held ones. */
  readonly http: PlayerConnection;
  readonly heldHttp: PlayerConnection;
  /** Called with each answer, before anybody else has it. */
  readonly onAnswer: (root: XmlElement) => void;
}

/** While a request is held, the last answer is the present one; after this long without a word it is asked for nevertheless. */
const trustedForMs = 5000;
/** A held request returns by itself after a command; a plain read follows if it did not. */
const returnsWithinMs = 1000;

/** One document of a player: read, or held by the player until it changes. */
export class PolledDocument {
  readonly #terms: DocumentTerms;
  readonly #listeners = new Set<() => void>();
  #latest: Document | undefined;
  #isHeld = false;
  #isAnswering = false;
  /** When a command was sent that may change it. */
  #actedAt = Number.NEGATIVE_INFINITY;
  /** The end of a command of several requests. */
  #acting: Promise<unknown> = Promise.resolve();
  /** An answer to an earlier request may show what was between the requests of such a command. */
  #trustedFrom = Number.NEGATIVE_INFINITY;

  constructor(terms: DocumentTerms) {
    this.#terms = terms;
  }

  get latest(): Document | undefined {
    return this.#latest;
  }

  /** Whether a request is held, so that a change would have been told. */
  get isHeld(): boolean {
    return this.#isHeld;
  }

  /** Whether the last answer was asked for outside of a command of several requests. */
  get isTrusted(): boolean {
    return this.#latest === undefined || this.#latest.at - this.#latest.heldMs >= this.#trustedFrom;
  }

  /** A command was sent, so the last answer may be outdated. */
  acted(): void {
    this.#actedAt = this.#terms.clock.now();
  }

  /** Makes the requests of one command, between which the document is not trusted. */
  actInSteps<T>(act: () => Promise<T>): Promise<T> {
    this.#trustedFrom = Number.POSITIVE_INFINITY;
    const acting = act().finally(() => {
      this.#trustedFrom = this.#terms.clock.now();
    });
    this.#acting = acting.catch(() => {});
    return acting;
  }

  /** The document as it is now, from the last answer where that shows it. */
  async read(signal: AbortSignal): Promise<Document> {
    const { clock, http, path, url } = this.#terms;
    if (this.#isHeld && this.#isOutdated()) await this.news(returnsWithinMs, signal);
    const last = this.#latest;
    const trustedMs = this.#isHeld ? trustedForMs : returnsWithinMs;
    if (last !== undefined && this.#isAnswering && !this.#isOutdated() && clock.now() - last.at < trustedMs)
      return last;
    return inTurn(url + path, clock, signal, (onSent) =>
      this.#take(() => http.get(path, signal, { onSent })),
    );
  }

  /** The next document that differs, or the same after the longest time that it is held. */
  async hold(signal: AbortSignal): Promise<Document> {
    const { clock, heldHttp, path, url, holdSeconds } = this.#terms;
    return inTurn(url + path, clock, signal, async (onSent) => {
      await this.#acting;
      const etag = this.#latest?.root.attributes["etag"];
      const query = etag === undefined ? "" : `?timeout=${holdSeconds}&etag=${encodeURIComponent(etag)}`;
      this.#isHeld = true;
      try {
        return await this.#take(() => heldHttp.get(path + query, signal, { onSent }));
      } finally {
        this.#isHeld = false;
      }
    });
  }

  /** Resolves as soon as the document was answered, since the last failure. */
  async answering(signal: AbortSignal): Promise<void> {
    while (!this.#isAnswering && !signal.aborted) await this.news(Number.POSITIVE_INFINITY, signal);
  }

  #isOutdated(): boolean {
    return !this.isTrusted || (this.#latest?.at ?? Number.NEGATIVE_INFINITY) < this.#actedAt;
  }

  async #take(ask: () => Promise<HttpAnswer>): Promise<Document> {
    const since = this.#terms.clock.now();
    try {
      const { root, body } = readRoot(await ask());
      expectName(root, this.#terms.root);
      this.#terms.onAnswer(root);
      const at = this.#terms.clock.now();
      this.#latest = { root, body, at, heldMs: at - since };
      this.#isAnswering = true;
      return this.#latest;
    } catch (error) {
      this.#isAnswering = false;
      throw error;
    } finally {
      for (const tell of this.#listeners) tell();
    }
  }

  /** Resolves at the next answer or failure, after this long, or when the signal aborts. */
  async news(ms: number, signal: AbortSignal): Promise<void> {
    const waiting = new AbortController();
    const stop = (): void => waiting.abort();
    using _ = onAbort(signal, stop);
    this.#listeners.add(stop);
    await pause(Math.min(ms, longestPauseMs), this.#terms.clock, waiting.signal);
    this.#listeners.delete(stop);
  }
}

const longestPauseMs = 3_600_000;
