import type { Call, Fault, FaultKind, StartFault } from "../fault.ts";
import type { Reply } from "../reply.ts";
import type { SimulatedPlayer } from "./simulated-player.ts";
import { statusReply } from "./reply.ts";

export const routingFaults = {
  staleList: { create: () => staleList },
  trailing: { argument: { name: "ms", pattern: /^\d+$/ }, create: (ms) => trailing(Number(ms)) },
  ignoreSelection: { create: () => ignoreSelection },
  appliesButAnswersError: { create: () => appliesButAnswersError },
  lies: { create: () => lies },
  lenientTags: { create: () => lenientTags },
  strayIndex: { create: () => strayIndex },
} satisfies Record<string, FaultKind<SimulatedPlayer>>;

function isSelection({ operation }: Call): boolean {
  return operation === "setInputList" || operation === "setOutInputList";
}

function isRouting(call: Call): boolean {
  return isSelection(call) || call.operation === "getInputAndOutputList";
}

const staleList: StartFault<SimulatedPlayer> = ({ answer }) => {
  const stale = answer("getInputAndOutputList");
  return {
    appliesTo: isRouting,
    async handle(_call, next) {
      await next();
      return stale;
    },
  };
};

function trailing(trailMs: number): StartFault<SimulatedPlayer> {
  return ({ answer, clock: { now } }) => {
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

const ignoreSelection: StartFault<SimulatedPlayer> = ({ answer }) => ({
  appliesTo: isSelection,
  handle: () => answer("getInputAndOutputList"),
});

const appliesButAnswersError: StartFault<SimulatedPlayer> = ({ player }) => ({
  appliesTo: isSelection,
  async handle(_call, next) {
    await next();
    return statusReply(player.dialect, 805);
  },
});

const lies: StartFault<SimulatedPlayer> = ({ player: { audio } }) => ({
  appliesTo: isSelection,
  async handle(_call, next) {
    const { inputIndex, outputIndex } = audio;
    const reply = await next();
    Object.assign(audio, { inputIndex, outputIndex });
    return reply;
  },
});

// Some firmware answers an unknown tag with success and the unchanged list.
const lenientTags: StartFault<SimulatedPlayer> = ({ player: { audio }, answer }): Fault => ({
  appliesTo: (call) => {
    const entries = call.operation === "setInputList" ? audio.inputs : audio.outputs;
    return isSelection(call) && entries.every(({ tag }) => tag !== call.query.get("tag"));
  },
  handle: () => answer("getInputAndOutputList"),
});

// For a moment, or for longer, the index of a list is outside it.
const strayIndex: StartFault<SimulatedPlayer> = () => ({
  appliesTo: isRouting,
  async handle(_call, next) {
    const reply = await next();
    const body = reply.body.toString().replace(/("(?:in|out)putIndex":\s*"?)\d+/g, "$199");
    return { ...reply, body: Buffer.from(body) };
  },
});
