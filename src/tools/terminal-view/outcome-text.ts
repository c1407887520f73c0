import * as z from "zod";
import { parseObject } from "../../core/resources/json.ts";
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

export type OutcomeReport = z.infer<typeof outcomeShape>;

/** Parses a payload of the result topic; undefined if it is invalid. */
export function parseOutcome(text: string): OutcomeReport | undefined {
  return outcomeShape.safeParse(parseObject(text)).data;
}

export function isSuccess({ outcome }: OutcomeReport): boolean {
  return outcome === "applied" || outcome === "unchanged";
}

export function describeOutcome(report: OutcomeReport): string {
  const target = report.command.replace(/^audio\//, "");
  const what = target === "refresh" ? "refresh" : `${target} ${report.tag ?? JSON.stringify(report.request)}`;
  const time = report.durationMs === undefined ? "" : ` in ${milliseconds(report.durationMs)}`;
  switch (report.outcome) {
    case "applied":
      return `${what} applied${time}`;
    case "unchanged":
      return `${what} unchanged: already ${report.tag === undefined ? "set" : "selected"}`;
    case "superseded":
      return `${what} superseded by a newer command`;
    case "expired":
      return `${what} expired: it waited too long`;
    default:
      return `${what} ${report.outcome}${report.reason === undefined ? "" : `: ${report.reason}`}`;
  }
}

function milliseconds(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : spanText(ms);
}
