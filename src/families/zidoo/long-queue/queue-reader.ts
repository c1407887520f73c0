/*
 * Reads the music queue of one player repeatedly. A queue of 20,000 entries is 28 MB of JSON, of which a topic shows a window of
 * fifty entries. Parsing all of it takes 300 ms and 200 MB at each change of the current entry. So only the entries that have
 * changed, or are published, are parsed, in steps of a few milliseconds. Anything unusual is left to the JSON parser, so that
 * the result is always the parser's; a property test compares both.
 */
import type { QueueView } from "../../family.ts";
import { DeviceError } from "../../../core/errors.ts";
import type { Answer } from "../../../core/resources/player.ts";
import type { JsonObject } from "../../../core/resources/json.ts";
import { parseJson } from "../../http/parse-json.ts";
import type { PlayingHint } from "../playing-hint.ts";
import { answerForStatus, asAnswer, missingFields } from "../read-answer.ts";
import { asNumber, isObject, statusAnswer } from "../wire.ts";
import type { ReadContext } from "../wire.ts";
import { indexList, type ListIndex } from "./index-list.ts";
import {
  indexedRows,
  isActive,
  mapQueue,
  parsedRows,
  queueAnswer,
  queueEntry,
  QueueMemory,
  type QueueRows,
} from "./map-queue.ts";

/** Parsing a shorter queue takes less time than searching for its entries. */
const smallestIndexedBytes = 65_536;

/** The longest body that is parsed as a whole if its entries cannot be found. */
const longestParsedBytes = 4_194_304;

/** Reads one player's queue repeatedly. Of a long one only the changes are parsed, in short slices. */
export class QueueReader {
  readonly #view: QueueView;
  readonly #smallestIndexed: number;
  /** Used for queues that are read in slices only: thousands of players have a short one. */
  #memory: QueueMemory | undefined;
  #last: ListIndex | undefined;

  constructor(view: QueueView, smallestIndexed = smallestIndexedBytes) {
    this.#view = view;
    this.#smallestIndexed = smallestIndexed;
  }

  /**
   * Reads the body of an answer in slices; the hint finds the current entry where none is marked. Throws DeviceError for
   * a malformed one.
   */
  *read(body: Buffer, hint?: PlayingHint): Generator<void, Answer> {
    const { fields, publish } = this.#view;
    const exact = fields === "all" || publish === "all";
    const parse = (json: Buffer): unknown => parseJson(json, exact);
    const before = this.#last;
    this.#last = undefined;
    const reading = { key: "array", parse, isMarked: isActive };
    const index =
      body.byteLength < this.#smallestIndexed ? undefined : yield* indexList(body, reading, before);
    if (index === undefined) {
      this.#memory = undefined;
      if (body.byteLength > longestParsedBytes) throw notAQueue;
      // The id of the queue is always published, with all its digits.
      return yield* this.#map(parseJson(body, true), undefined, new QueueMemory(), hint);
    }
    this.#memory ??= new QueueMemory();
    const answer = yield* this.#map(index.envelope, indexedRows(index.entries, parse), this.#memory, hint);
    // Set after pages and window are written, so that the next reading can reuse them.
    if (answer.kind === "reading") this.#last = index;
    return answer;
  }

  /** Entries of a body with the fields that people read; empty for a malformed body. */
  entries(body: Buffer, from: number, count: number, context: ReadContext): JsonObject[] {
    const rows = this.#rowsOf(body);
    const length = Math.max(0, Math.min(count, rows.length - from));
    return Array.from({ length }, (_, place) => queueEntry(rows.at(from + place), from + place, context));
  }

  *#map(
    parsed: unknown,
    rows: QueueRows | undefined,
    memory: QueueMemory,
    hint: PlayingHint | undefined,
  ): Generator<void, Answer> {
    const json = asAnswer(parsed);
    const denial = answerForStatus(asNumber(statusAnswer().parse(json).status), "queue");
    if (denial !== undefined) return denial;
    const answer = queueAnswer().parse(json);
    const all = rows ?? parsedRows(answer.array ?? []);
    const value = yield* mapQueue(answer, all, this.#view, memory, hint);
    if (value === undefined) throw missingFields(json);
    return { kind: "reading", reading: { resource: "queue", value } };
  }

  /** Entries of the last body are parsed on access. */
  #rowsOf(body: Buffer): QueueRows {
    const parse = (json: Buffer): unknown => parseJson(json, false);
    if (this.#last?.entries.body === body) return indexedRows(this.#last.entries, parse);
    if (body.byteLength > longestParsedBytes) return parsedRows([]);
    try {
      const answer = parse(body);
      const rows = isObject(answer) ? answer["array"] : undefined;
      return parsedRows(Array.isArray(rows) ? rows : []);
    } catch (error) {
      if (error instanceof DeviceError) return parsedRows([]);
      throw error;
    }
  }
}

const notAQueue = new DeviceError(
  "malformed",
  `the answer has more than ${longestParsedBytes} bytes and is not a regular queue`,
);
