import { behaviorGrammar } from "../behavior-grammar.ts";
import { contentFaults } from "../content-faults.ts";
import type { FaultKind } from "../fault.ts";
import { transportFaults } from "../transport-faults.ts";
import { operationNames } from "./operations.ts";
import { statusReply } from "./reply.ts";
import { routingFaults } from "./routing-faults.ts";
import type { SimulatedPlayer } from "./simulated-player.ts";

const status: FaultKind<SimulatedPlayer> = {
  argument: { name: "body status", pattern: /^-?\d+$/ },
  create: (code) => (context) => ({ handle: () => statusReply(context.player.dialect, Number(code)) }),
};

export const { usages: faultUsages, parse: parseBehavior } = behaviorGrammar<SimulatedPlayer>(
  { ...transportFaults, ...contentFaults, status, ...routingFaults },
  operationNames,
);
