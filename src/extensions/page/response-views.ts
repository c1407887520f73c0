/* The types of answers to the page's requests, besides the stream; types only, as in wire.ts. */

/** Part of a list. */
export interface RowsView {
  readonly start: number;
  readonly total: number;
  readonly rows: readonly RowView[];
}

/** One entry of a playlist or a queue. */
export interface RowView {
  readonly title: string;
  /** Artist and album, if known. */
  readonly by: string;
  readonly seconds: number | undefined;
  readonly format: string;
}

/** The last answer of a player to one operation, with secrets hidden. */
export interface AnswerView {
  readonly operation: string;
  readonly bytes: number;
  /** The body, truncated if it is long. */
  readonly text: string;
  readonly isCut: boolean;
}
