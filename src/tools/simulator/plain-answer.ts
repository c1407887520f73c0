import { type OperationName, operations } from "./operations.ts";
import { type Reply, statusReply, textReply } from "./reply.ts";
import type { SimulatedPlayer } from "./simulated-player.ts";

/** How a player says that something does not exist: by the body's status, or by HTTP 404. */
export type Refusal = "body" | "http";

/** What a player without faults answers; no operation stands for a path it does not know. */
export function plainAnswer(
  player: SimulatedPlayer,
  refuseWith: Refusal,
  name: OperationName | undefined,
  query: URLSearchParams,
): Reply {
  const operation = name === undefined ? undefined : operations[name];
  const isLacking = name !== undefined && player.lacks.has(name);
  if (operation !== undefined && player.families.has(operation.family) && !isLacking)
    return operation.answer(player, query);
  if (isLacking && refuseWith === "body") return statusReply(player.dialect, 405);
  if (refuseWith === "http") return textReply("text/plain", "not found", 404);
  return statusReply(player.dialect, operation === undefined ? 804 : 801);
}
