/** A broken promise, with the details. */
export interface Finding {
  readonly promise:
    | "topics"
    | "availability"
    | "outcomes"
    | "applied"
    | "asked"
    | "one request"
    | "rate"
    | "process";
  readonly text: string;
}
