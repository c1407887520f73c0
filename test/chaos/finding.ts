/** A promise that was broken, and how. */
export interface Finding {
  readonly promise: "topics" | "outcomes" | "applied" | "one request" | "rejections" | "pauses" | "asked";
  readonly text: string;
}
