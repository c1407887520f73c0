/** How a firmware writes its answers: the same state, in more or less careful JSON. */
export interface Dialect {
  readonly contentType: string;
  readonly byteOrderMark: boolean;
  readonly playlistField: "playlist" | "playList";
  /** Fields that this firmware lacks, at any level. */
  readonly unknownFields: ReadonlySet<string>;
  /** Numbers arrive as strings, and titles made of digits as numbers. */
  readonly swapsNumbersAndText: boolean;
}

export const currentDialect: Dialect = {
  contentType: "application/json",
  byteOrderMark: false,
  playlistField: "playlist",
  unknownFields: new Set(),
  swapsNumbersAndText: false,
};

// JSON.stringify refuses a bigint and a double would lose its last digits, so a bigint travels through it as
// text behind a private-use character and loses the quotation marks afterwards.
const mark = "\uE000";
const markedInteger = /"\uE000(-?\d+)"/g;

/** Writes a value as this firmware would, a bigint digit by digit. */
export function writeJson(dialect: Dialect, value: unknown): string {
  const text = JSON.stringify(value, (key, field: unknown) =>
    dialect.unknownFields.has(key) ? undefined : writeField(dialect, key, field),
  );
  return text.replace(markedInteger, "$1");
}

function writeField(dialect: Dialect, key: string, field: unknown): unknown {
  if (typeof field === "bigint") return dialect.swapsNumbersAndText ? String(field) : `${mark}${field}`;
  if (!dialect.swapsNumbersAndText || key === "enable") return field;
  if (typeof field === "number") return String(field);
  return key === "title" && typeof field === "string" && /^\d+$/.test(field) ? Number(field) : field;
}
