import type { IncomingMessage } from "../core/topics/message.ts";
import type { ConnectionOptions } from "./client-options.ts";
import { ConnectError } from "./connect-error.ts";
import type { Connection } from "./connection.ts";
import { openConnection } from "./open-connection.ts";
import { firstChoice, isDetour, nextChoice } from "./protocol-choice.ts";

/**
 * Opens one connection, with the other protocol version if the first is refused; throws the ConnectError of the
 * preferred version. It chooses as the link does, for callers that need a single connection.
 */
export async function openAnyVersion(
  options: ConnectionOptions,
  protocol: "auto" | "5" | "4",
  onMessage: (message: IncomingMessage) => void,
  signal: AbortSignal,
): Promise<Connection> {
  let choice = firstChoice(protocol);
  let failure: ConnectError | undefined;
  for (;;) {
    try {
      return await openConnection(options, choice.version, onMessage, signal);
    } catch (error) {
      if (!(error instanceof ConnectError)) throw error;
      const wasDetour = isDetour(choice);
      if (!wasDetour) failure = error;
      choice = nextChoice(choice, error.attempt);
      // Closed once without a reason: the next attempt shows whether the version was the cause.
      if (signal.aborted || wasDetour || !(isDetour(choice) || choice.closedEarly > 0))
        throw failure ?? error;
    }
  }
}
