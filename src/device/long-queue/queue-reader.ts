import type { Answer } from "../../core/resources/player.ts";
import type { ChangedBody } from "../body-compare.ts";
import { indexList, type ListIndex } from "./index-list.ts";
import type { QueueMemory, QueueView } from "./map-queue.ts";
import { parseJson } from "../parse-json.ts";
import { QueuePages } from "./queue-pages.ts";
import { QueueWindow } from "./queue-window.ts";
import { indexedRows, isActive, parsedRows, type QueueRows } from "./queue-rows.ts";
import { readQueue } from "../read-answer.ts";
import { isObject } from "../tolerant.ts";

/** A queue of fewer bytes is parsed in less time than it takes to think about it. */
const smallestIndexedBytes = 65_536;

/** Reads the queue of one player again and again: of a long one only what changed, and never for long in one go. */
export class QueueReader {
  readonly #view: QueueView;
  readonly #smallestIndexed: number;
  /** Only of a queue that is read piece by piece: thousands of players have a short one. */
  #memory: QueueMemory | undefined;
  #last: ListIndex | undefined;

  constructor(view: QueueView, smallestIndexed = smallestIndexedBytes) {
    this.#view = view;
    this.#smallestIndexed = smallestIndexed;
  }

  /** Reads the body of an answer, in pieces. Throws DeviceError where it makes no sense. */
  *read({ body, previous, sameBytes, sameFrom }: ChangedBody): Generator<void, Answer> {
    const { fields, publish } = this.#view;
    const exact = fields === "all" || publish === "all";
    const parse = (json: Buffer): unknown => parseJson(json, exact);
    const before = this.#last;
    this.forget();
    const reading = { key: "array", parse, isMarked: isActive };
    const isKnown = previous !== undefined && previous === before?.entries.body;
    const same = isKnown ? { before: sameBytes, from: sameFrom } : undefined;
    const index =
      body.byteLength < this.#smallestIndexed ? undefined : yield* indexList(body, reading, before, same);
    if (index === undefined) {
      this.#memory = undefined;
      return yield* readQueue(parse(body), undefined, this.#view, newMemory());
    }
    this.#memory ??= newMemory();
    const rows = indexedRows(index.entries, parse);
    const answer = yield* readQueue(index.envelope, rows, this.#view, this.#memory);
    // Its pages and its window were written as well: what is the same next time is the same as there.
    if (answer.kind === "reading") this.#last = index;
    return answer;
  }

  /** The entries of a body: of the one that was read last, none is parsed before it is looked at. */
  rowsOf(body: Buffer): QueueRows {
    const parse = (json: Buffer): unknown => parseJson(json, false);
    if (this.#last?.entries.body === body) return indexedRows(this.#last.entries, parse);
    const answer = parse(body);
    const rows = isObject(answer) ? answer["array"] : undefined;
    return parsedRows(Array.isArray(rows) ? rows : []);
  }

  /** Lets go of the last body. */
  forget(): void {
    this.#last = undefined;
  }
}

function newMemory(): QueueMemory {
  return { pages: new QueuePages(), window: new QueueWindow() };
}
