/**
 * The result of one check. good: as it should be. note: worth knowing, nothing to do. warning: works, but will cause
 * trouble. fault: does not work. skipped: not tried, with the reason.
 */
export type Verdict = "good" | "note" | "warning" | "fault" | "skipped";

/** The result of one check, for people and programs. */
export interface Finding {
  /** The name of the check. It never changes, so programs may rely on it. */
  readonly check: string;
  readonly verdict: Verdict;
  /** The result in a sentence, without any secret. */
  readonly text: string;
  /** The remedy. */
  readonly advice?: string;
}

/** A group of findings: the configuration, the broker, Home Assistant, or one player. */
export interface Area {
  /** `configuration`, `broker`, `home-assistant`, or `players/` and the id. */
  readonly id: string;
  readonly title: string;
  /** Its address or the like, shown beside the title. */
  readonly subject: string;
}

/** Progress of an examination. Areas overlap in time; each ends once. */
export type CheckEvent =
  | { readonly kind: "begun"; readonly areas: readonly Area[] }
  | { readonly kind: "found"; readonly area: string; readonly finding: Finding }
  | { readonly kind: "ended"; readonly area: string };

/** Takes the findings of one area. */
export type ReportFinding = (finding: Finding) => void;

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
