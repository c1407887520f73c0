import type { PlayerView } from "../src/extensions/page/wire.ts";
import { t } from "./texts.ts";

/** What the system calls it when nothing answers at an address, as Node passes it on. */
const silent = new Set(["EHOSTUNREACH", "ENETUNREACH", "EHOSTDOWN", "ETIMEDOUT"]);

/** Why requests fail, in plain words; what the bridge says about it is shown beside it. */
export function plainReason({ failure }: Pick<PlayerView["presence"], "failure">): string {
  if (failure?.code === "answer.slow" || failure?.code === "answer.slower") return t("why.slow");
  const reason = failure?.values?.["reason"];
  if (typeof reason === "object" && reason.code === "answer.no-connection") return t("why.silent");
  if (reason === "ECONNREFUSED") return t("why.refused");
  if (reason === "ENOTFOUND" || reason === "EAI_AGAIN") return t("why.name");
  return t(typeof reason === "string" && silent.has(reason) ? "why.silent" : "why.broken");
}
