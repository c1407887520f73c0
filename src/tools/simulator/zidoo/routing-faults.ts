import type { Call, Fault, FaultKind, StartFault } from "./fault.ts";
import { type Reply, statusReply } from "./reply.ts";

/** Faults in how the player selects, and in how it reports the selection. */
export const routingFaults = {
  staleList: { create: () => staleList },
  trailing: { argument: { name: "ms", pattern: /^\d+$/ }, create: (ms) => trailing(Number(ms)) },
  ignoreSelection: { create: () => ignoreSelection },
  appliesButAnswersError: { create: () => appliesButAnswersError },
  lies: { create: () => lies },
  lenientTags: { create: () => lenientTags },
} satisfies Record<string, FaultKind>;

function isSelection({ operation }: Call): boolean {
  return operation === "setInputList" || operation === "setOutInputList";
}

function isRouting(call: Call): boolean {
  return isSelection(call) || call.operation === "getInputAndOutputList";
}

const staleList: StartFault = ({ answer }) => {
  const stale = answer("getInputAndOutputList");
  return {
    appliesTo: isRouting,
    async handle(_call, next) {
      await next();
      return stale;
    },
  };
};

function trailing(trailMs: number): StartFault {
  return ({ answer, now }) => {
    const past: { readonly list: Reply; readonly untilMs: number }[] = [];
    return {
      appliesTo: isRouting,
      async handle(call, next) {
        if (isSelection(call)) past.push({ list: answer("getInputAndOutputList"), untilMs: now() + trailMs });
        const reply = await next();
        return past.find(({ untilMs }) => untilMs > now())?.list ?? reply;
      },
    };
  };
}

const ignoreSelection: StartFault = ({ answer }) => ({
  appliesTo: isSelection,
  handle: () => answer("getInputAndOutputList"),
});

const appliesButAnswersError: StartFault = ({ player }) => ({
  appliesTo: isSelection,
  async handle(_call, next) {
    await next();
    return statusReply(player.dialect, 805);
  },
});

const lies: StartFault = ({ player: { audio } }) => ({
  appliesTo: isSelection,
  async handle(_call, next) {
    const { inputIndex, outputIndex } = audio;
    const reply = await next();
    Object.assign(audio, { inputIndex, outputIndex });
    return reply;
  },
});

// Some firmware answers an unknown tag with success and the unchanged list.
const lenientTags: StartFault = ({ player: { audio }, answer }): Fault => ({
  appliesTo: (call) => {
    const entries = call.operation === "setInputList" ? audio.inputs : audio.outputs;
    return isSelection(call) && entries.every(({ tag }) => tag !== call.query.get("tag"));
  },
  handle: () => answer("getInputAndOutputList"),
});
