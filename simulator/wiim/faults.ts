import { behaviorGrammar } from "../behavior-grammar.ts";
import { contentFaults } from "../content-faults.ts";
import type { FaultKind } from "../fault.ts";
import { textReply } from "../reply.ts";
import { transportFaults } from "../transport-faults.ts";
import { commandNames, isRead } from "./commands.ts";
import type { SimulatedPlayer } from "./simulated-player.ts";

function instead(words: string, isOnlyOfActs: boolean): FaultKind<SimulatedPlayer> {
  return {
    create: () => () => ({
      appliesTo: ({ operation }) => !isOnlyOfActs || (operation !== undefined && !isRead(operation)),
      handle: () => textReply("text/html", words),
    }),
  };
}

const ownFaults = {
  unknown: instead("unknown command", false),
  failed: instead("Failed", true),
  /** It confirms what it does not do. */
  ignores: instead("OK", true),
} satisfies Record<string, FaultKind<SimulatedPlayer>>;

export const { usages: faultUsages, parse: parseBehavior } = behaviorGrammar<SimulatedPlayer>(
  { ...transportFaults, ...contentFaults, ...ownFaults },
  commandNames,
);
