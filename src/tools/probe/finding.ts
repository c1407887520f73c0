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

type WithAdvice = (check: string, text: Said, advice: Said) => Finding;
type WithoutAdvice = (check: string, text: Said) => Finding;

export const good: WithoutAdvice = findingOf("good");
export const note: WithAdvice & WithoutAdvice = findingOf("note");
export const warning: WithAdvice = findingOf("warning");
export const fault: WithAdvice = findingOf("fault");
export const skipped: WithAdvice & WithoutAdvice = findingOf("skipped");

function findingOf(verdict: Verdict) {
  return (check: string, text: Said, advice?: Said): Finding => ({
    check,
    verdict,
    ...toPhrase(text),
    ...advised(advice),
  });
}

/** The finding about several things by their names, if there are any. */
export function ofAny(names: readonly string[], find: (names: string) => Finding): readonly Finding[] {
  return names.length === 0 ? [] : [find(names.join(", "))];
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
