import * as z from "zod";
import { spanText } from "./durations.ts";

const outcomeShape = z.object({
  command: z.string().catch(""),
  request: z.string().catch(""),
  outcome: z.string(),
  tag: z.string().optional().catch(undefined),
  reason: z.string().optional().catch(undefined),
  durationMs: z.number().optional().catch(undefined),
  transaction: z.union([z.string(), z.number()]).optional().catch(undefined),
});

/** The outcome of a command, as it came on the result topic. */
export type OutcomeReport = z.infer<typeof outcomeShape>;

/** Reads a payload of the result topic; undefined where it is none of ours. */
export function parseOutcome(text: string): OutcomeReport | undefined {
  try {
    return outcomeShape.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** Whether the player is now as it was asked to be. */
export function isSuccess({ outcome }: OutcomeReport): boolean {
  return outcome === "applied" || outcome === "unchanged";
}

/** The outcome in a few words, without saying whose it is. */
export function describeOutcome(report: OutcomeReport): string {
  const target = report.command.replace(/^audio\//, "");
  const what = target === "refresh" ? "refresh" : `${target} ${report.tag ?? JSON.stringify(report.request)}`;
  const time = report.durationMs === undefined ? "" : ` in ${milliseconds(report.durationMs)}`;
  switch (report.outcome) {
    case "applied":
      return `${what} applied${time}`;
    case "unchanged":
      return `${what} unchanged: it was ${report.tag === undefined ? "so" : "selected"} already`;
    case "superseded":
      return `${what} superseded: a newer command came before it was sent`;
    case "expired":
      return `${what} expired: it waited too long`;
    default:
      return `${what} ${report.outcome}${report.reason === undefined ? "" : `: ${report.reason}`}`;
  }
}

function milliseconds(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : spanText(ms);
}
