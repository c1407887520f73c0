import { t } from "./texts.ts";

const reasons = [
  [/ECONNREFUSED/, "why.refused"],
  [/EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ETIMEDOUT|no connection within/, "why.silent"],
  [/ENOTFOUND|EAI_AGAIN/, "why.name"],
  [/^slow:/, "why.slow"],
] as const;

/** Why a request failed, in plain words; what the system says about it is shown beside it. */
export function plainReason(reason: string): string {
  return t(reasons.find(([pattern]) => pattern.test(reason))?.[1] ?? "why.broken");
}
