/** An absolute or a relative number. */
export interface Amount {
  readonly isRelative: boolean;
  readonly value: number;
}

const form = /^(?<sign>[=+-]?)(?<number>-?\d{1,9}(?:\.\d{1,6})?)$/;

/** Parses `30`, `+30` and `-10`; where negative values exist, `=-10` is the absolute one. */
export function parseAmount(request: string): Amount | undefined {
  const { sign = "", number = "" } = form.exec(request.replaceAll(/\s/g, ""))?.groups ?? {};
  const value = Number(number);
  if (number === "" || (sign !== "=" && value < 0)) return undefined;
  if (sign === "+" || sign === "-") return { isRelative: true, value: sign === "-" ? -value : value };
  return { isRelative: false, value };
}
