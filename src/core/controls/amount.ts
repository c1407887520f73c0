import type { Level } from "../resources/resource.ts";
import { outOfRange } from "./control.ts";
import type { Decision } from "./effect.ts";

export interface Amount {
  readonly isRelative: boolean;
  readonly value: number;
}

const form = /^(?<sign>[=+-]?)(?<number>-?\d{1,9}(?:\.\d{1,6})?)$/;

/** An absolute level outside the range is refused, and a step stops at its end; it needs a reported level. */
export function targetLevel(
  { isRelative, value }: Amount,
  { level, min, max }: Level,
  unreported: Decision,
): number | Decision {
  const from = isRelative ? level : 0;
  if (from === undefined) return unreported;
  if (!isRelative && (value < min || value > max)) return outOfRange(value, min, max);
  return Math.min(max, Math.max(min, Math.round(from + value)));
}

/** Parses `30`, `+30` and `-10`; where negative values exist, `=-10` is the absolute one. */
export function parseAmount(request: string): Amount | undefined {
  const { sign = "", number = "" } = form.exec(request.replaceAll(/\s/g, ""))?.groups ?? {};
  const value = Number(number);
  if (number === "" || (sign !== "=" && value < 0)) return undefined;
  if (sign === "+" || sign === "-") return { isRelative: true, value: sign === "-" ? -value : value };
  return { isRelative: false, value };
}
