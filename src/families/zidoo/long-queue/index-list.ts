import { DeviceError } from "../../../core/errors.ts";
import { EntryTable } from "./entry-table.ts";
import { endOfValue, findMember, sign, skipSpace } from "./json-scan.ts";
import { findExcess, hasByteOrderMark, parseJson } from "../../http/parse-json.ts";

/** The entries of a list in a JSON object, and the object without the list. */
export interface ListIndex {
  readonly entries: EntryTable;
  /** The object with an empty list in its place. */
  readonly envelope: unknown;
}

export interface ListReading {
  readonly key: string;
  /** Throws a DeviceError for invalid JSON. */
  readonly parse: (json: Buffer) => unknown;
  readonly isMarked: (entry: unknown) => boolean;
}

/** The ends of what a text and the previous one have in common at the beginning, and at the end if it is at the same place. */
interface SameBytes {
  readonly before: number;
  readonly from: number;
}

/** The amount that is parsed between two pauses: a few milliseconds' work. */
const sliceBytes = 131_072;
/** An entry takes at least as long as so many bytes. */
const leastEntryBytes = 256;

/*
 * A larger entry does not belong to a queue, and would take unlimited memory and time. A real entry has some 70 fields
 * in 1.4 KB.
 */
const longestEntryBytes = 1_048_576;
const maxEntryValues = 2000;
const maxEntries = 100_000;
const longestEnvelopeBytes = 1_048_576;

/**
 * Finds the entries of the only list under `key` in a JSON object. It parses only entries outside of what the text has in
 * common with that of the previous index: when the next track begins, that is two. Undefined for anything unusual,
 * malformed JSON included; the JSON parser decides then. Pauses after each slice of work, so that it never blocks for long.
 */
export function* indexList(
  body: Buffer,
  reading: ListReading,
  before: ListIndex | undefined,
): Generator<void, ListIndex | undefined> {
  const { key } = reading;
  const begin = skipSpace(body, hasByteOrderMark(body) ? 3 : 0);
  if (body[begin] !== sign.openObject) return undefined;
  const list = findMember(body.subarray(0, begin + longestEnvelopeBytes), begin + 1, key);
  if (list < 0 || body[list] !== sign.openList) return undefined;
  const entries = new EntryTable(body);
  const common = commonEnds(body, before?.entries.body ?? body.subarray(0, 0));
  const end = yield* walkEntries(entries, list + 1, reading, before?.entries, common);
  if (end < 0 || body.length - end > longestEnvelopeBytes) return undefined;
  if (mayHaveMember(body, end + 1, key)) return undefined;
  const envelope = orNothing(() =>
    parseJson(Buffer.concat([body.subarray(0, list + 1), body.subarray(end)]), true),
  );
  return envelope && { entries, envelope: envelope.value };
}

/** The step in which bytes are compared, and then in ever smaller ones. */
const longestStep = 65_536;

function commonEnds(body: Buffer, previous: Buffer): SameBytes {
  const isSame = (from: number, to: number): boolean =>
    from >= 0 && to <= previous.length && body.compare(previous, from, to, from, to) === 0;
  let [before, from] = [0, body.length];
  for (let step = longestStep; step >= 1; step /= 16)
    while (before + step <= body.length && isSame(before, before + step)) before += step;
  if (body.length !== previous.length) return { before, from };
  for (let step = longestStep; step >= 1; step /= 16)
    while (from - step >= before && isSame(from - step, from)) from -= step;
  return { before, from };
}

/** The place of the closing bracket; -1 if the list is unusual. */
function* walkEntries(
  entries: EntryTable,
  from: number,
  { parse, isMarked }: ListReading,
  before: EntryTable | undefined,
  same: SameBytes,
): Generator<void, number> {
  const { body } = entries;
  let at = skipSpace(body, from);
  if (body[at] === sign.closeList) return at;
  if (before !== undefined && at === before.start(0)) {
    // The last entry that begins in the common part may end behind it.
    const common = Math.max(0, before.firstFrom(same.before) - 1);
    entries.addFrom(before, 0, common);
    at = before.start(common);
  }
  let sinceRest = 0;
  while (entries.length < maxEntries) {
    if (before !== undefined && at >= same.from) {
      const rest = before.firstFrom(at);
      if (rest < before.length && before.start(rest) === at) {
        entries.addFrom(before, rest, before.length);
        return skipSpace(body, before.end(before.length - 1));
      }
    }
    const end = endOfValue(body.subarray(0, at + longestEntryBytes), at);
    if (end < 0 || findExcess(body.subarray(at, end), maxEntryValues) !== undefined) return -1;
    const entry = body.subarray(at, end);
    const read = orNothing(() => isMarked(parse(entry)));
    if (read === undefined) return -1;
    entries.add(at, end, read.value);
    sinceRest += Math.max(end - at, leastEntryBytes);
    if (sinceRest >= sliceBytes) {
      sinceRest = 0;
      yield;
    }
    at = skipSpace(body, end);
    if (body[at] === sign.closeList) return at;
    if (body[at] !== sign.comma) return -1;
    at = skipSpace(body, at + 1);
  }
  return -1;
}

function orNothing<T>(read: () => T): { readonly value: T } | undefined {
  try {
    return { value: read() };
  } catch (error) {
    if (error instanceof DeviceError) return undefined;
    throw error;
  }
}

/** Whether another member has that key, or might have it: the last member with a key counts. */
function mayHaveMember(body: Buffer, at: number, key: string): boolean {
  const place = skipSpace(body, at);
  if (body[place] === sign.closeObject) return false;
  const found = body[place] === sign.comma ? findMember(body, place + 1, key) : -1;
  return found < 0 || body[found] !== sign.closeObject;
}
