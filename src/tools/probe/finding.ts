import { toPhrase, type Phrase } from "../../lib/phrase.ts";

/**
 * The result of one check. good: as it should be. note: worth knowing, nothing to do. warning: works, but will cause
 * trouble. fault: does not work. skipped: not tried, with the reason.
 */
export type Verdict = "good" | "note" | "warning" | "fault" | "skipped";

export interface Finding extends Phrase {
  /** The name of the check. It never changes, so programs may rely on it. */
  readonly check: string;
  readonly verdict: Verdict;
  /** The result in a sentence, without any secret. */
  readonly text: string;
  /** The remedy, with the code and the values of its phrase. */
  readonly advice?: string;
  readonly adviceCode?: string;
  readonly adviceValues?: NonNullable<Phrase["values"]>;
}

export type ReportFinding = (finding: Finding) => void;

/** A sentence of a finding; text without a phrase comes from elsewhere, such as the check of the settings. */
type Said = string | Phrase;

export function good(check: string, text: Said): Finding {
  return { check, verdict: "good", ...toPhrase(text) };
}

export function note(check: string, text: Said, advice?: Said): Finding {
  return { check, verdict: "note", ...toPhrase(text), ...advised(advice) };
}

export function warning(check: string, text: Said, advice: Said): Finding {
  return { check, verdict: "warning", ...toPhrase(text), ...advised(advice) };
}

export function fault(check: string, text: Said, advice: Said): Finding {
  return { check, verdict: "fault", ...toPhrase(text), ...advised(advice) };
}

export function skipped(check: string, text: Said, advice?: Said): Finding {
  return { check, verdict: "skipped", ...toPhrase(text), ...advised(advice) };
}

function advised(advice: Said | undefined): Pick<Finding, "advice" | "adviceCode" | "adviceValues"> {
  if (advice === undefined) return {};
  const { text, code, values } = toPhrase(advice);
  return {
    advice: text,
    ...(code !== undefined && { adviceCode: code }),
    ...(values !== undefined && { adviceValues: values }),
  };
}
