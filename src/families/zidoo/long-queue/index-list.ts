import { DeviceError } from "../../../core/errors.ts";
import { digestOf, EntryTable } from "./entry-table.ts";
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

/** The common beginning and end of a text and the previous one, at the same places in both. */
interface SameBytes {
  readonly before: number;
  readonly from: number;
}

const blockEntries = 64;
/** The amount that is parsed between two pauses: a few milliseconds' work. */
const sliceBytes = 131_072;
const typicalEntryBytes = 1024;
const sliceEntries = 500;

/*
 * A larger entry does not belong to a queue, and would take unlimited memory and time. A real entry has some 70 fields
 * in 1.4 KB.
 */
const longestEntryBytes = 1_048_576;
const maxEntryValues = 2000;
const maxEntries = 100_000;
const longestEnvelopeBytes = 1_048_576;

/**
 * Finds the entries of the only list under `key` in a JSON object. It parses only entries that the previous index does
 * not contain: equal bytes mean the same. Undefined for anything unusual, malformed JSON included; the JSON parser
 * decides then. Pauses after each slice of work, so that it never blocks for long.
 */
export function* indexList(
  body: Buffer,
  reading: ListReading,
  before: ListIndex | undefined,
  same: SameBytes = { before: 0, from: body.length },
): Generator<void, ListIndex | undefined> {
  const { key } = reading;
  const begin = skipSpace(body, hasByteOrderMark(body) ? 3 : 0);
  if (body[begin] !== sign.openObject) return undefined;
  const list = findMember(body.subarray(0, begin + longestEnvelopeBytes), begin + 1, key);
  if (list < 0 || body[list] !== sign.openList) return undefined;
  const entries = new EntryTable(body, before?.entries.length ?? Math.ceil(body.length / typicalEntryBytes));
  const end = yield* walkEntries(entries, list + 1, reading, before?.entries, same);
  if (end < 0 || body.length - end > longestEnvelopeBytes) return undefined;
  if (mayHaveMember(body, end + 1, key)) return undefined;
  const envelope = orNothing(() =>
    parseJson(Buffer.concat([body.subarray(0, list + 1), body.subarray(end)]), true),
  );
  return envelope && { entries, envelope: envelope.value };
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
  /** The previous entry that is expected next. */
  let expected = 0;
  if (before !== undefined && at === before.start(0)) {
    expected = before.countBefore(same.before);
    entries.addFrom(before, 0, expected, at);
    at = before.start(expected);
  }
  const find = before?.finder();
  let sinceRest = 0;
  let readSinceRest = 0;
  while (entries.length < maxEntries) {
    if (
      before !== undefined &&
      at >= same.from &&
      at === before.start(expected) &&
      expected < before.length
    ) {
      // The rest of the list is identical to the previous one, so its entries are reused.
      entries.addFrom(before, expected, before.length - expected, at);
      return skipSpace(body, before.end(before.length - 1));
    }
    if (before?.matchesAt(expected, blockEntries, body, at) === true) {
      entries.addFrom(before, expected, blockEntries, at);
      at += before.start(expected + blockEntries) - before.start(expected);
      expected += blockEntries;
      continue;
    }
    let end = before?.endAt(expected, body, at) ?? -1;
    if (before !== undefined && end >= 0) {
      entries.addFrom(before, expected++, 1, at);
    } else {
      end = endOfValue(body.subarray(0, at + longestEntryBytes), at);
      if (end < 0 || findExcess(body.subarray(at, end), maxEntryValues) !== undefined) return -1;
      const digest = digestOf(body, at, end);
      const found = find?.(digest) ?? -1;
      if (before?.endAt(found, body, at) === end) {
        entries.addFrom(before, found, 1, at);
        expected = found + 1;
      } else {
        const entry = body.subarray(at, end);
        const read = orNothing(() => isMarked(parse(entry)));
        if (read === undefined) return -1;
        entries.add(at, end, digest, read.value);
        // Assumes that this entry was changed in place. If it was inserted, its successor is found by digest.
        expected++;
      }
      sinceRest += end - at;
      readSinceRest += 1;
    }
    if (sinceRest >= sliceBytes || readSinceRest >= sliceEntries) {
      sinceRest = 0;
      readSinceRest = 0;
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
