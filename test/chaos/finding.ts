/** A broken promise, with the details. */
export interface Finding {
  readonly promise: "topics" | "outcomes" | "applied" | "one request" | "rejections" | "pauses" | "asked";
  readonly text: string;
}
