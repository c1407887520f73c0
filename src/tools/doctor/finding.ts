/**
 * How well one thing is. good: as it should be. note: worth knowing, nothing to do. warning: works, and will hurt one
 * day. fault: does not work. skipped: not tried, with the reason.
 */
export type Verdict = "good" | "note" | "warning" | "fault" | "skipped";

/** What was found out about one thing. */
export interface Finding {
  /** The thing, by a word that stays the same: programs may look for it. */
  readonly check: string;
  readonly verdict: Verdict;
  /** What is, in a sentence for a person. No secret stands in it. */
  readonly text: string;
  /** What to do about it. */
  readonly advice?: string;
}

/** What findings are about: the configuration, the broker, Home Assistant, or one player. */
export interface Area {
  /** `configuration`, `broker`, `home-assistant`, or `players/` and the id. */
  readonly id: string;
  readonly title: string;
  /** Its address or the like, to be shown beside the title. */
  readonly subject: string;
}

/** What is told while an examination goes on. Areas may go on at the same time; each ends once. */
export type CheckEvent =
  | { readonly kind: "begun"; readonly areas: readonly Area[] }
  | { readonly kind: "found"; readonly area: string; readonly finding: Finding }
  | { readonly kind: "ended"; readonly area: string };

/** Who is told of findings in one area. */
export type Tell = (finding: Finding) => void;

/** As it should be. */
export function good(check: string, text: string): Finding {
  return { check, verdict: "good", text };
}

/** Worth knowing. */
export function note(check: string, text: string, advice?: string): Finding {
  return { check, verdict: "note", text, ...(advice !== undefined && { advice }) };
}

/** Works today. */
export function warning(check: string, text: string, advice: string): Finding {
  return { check, verdict: "warning", text, advice };
}

/** Does not work. */
export function fault(check: string, text: string, advice: string): Finding {
  return { check, verdict: "fault", text, advice };
}

/** Was not tried. */
export function skipped(check: string, text: string, advice?: string): Finding {
  return { check, verdict: "skipped", text, ...(advice !== undefined && { advice }) };
}
