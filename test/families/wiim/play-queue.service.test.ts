import { describe, expect, it } from "vitest";
import { textReply } from "../../../simulator/reply.ts";
import type { SimulatedPlayer } from "../../../simulator/wiim/simulated-player.ts";
import { type SimulatorOptions, startSimulator } from "../../../simulator/wiim/start-simulator.ts";
import type { MusicQueue } from "../../../src/core/resources/queue.ts";
import { optionsOfStranger } from "../../../src/families/recognize.ts";
import { wiim } from "../../../src/families/wiim/family.ts";
import { opened } from "../../support/opened.ts";
import { clock, pass } from "../bluos/bridge-with.ts";

/** Players that tell their queue on the same port have addresses of their own. */
let hosts = 0;
const { signal } = new AbortController();

async function player(options: SimulatorOptions = {}) {
  const host = `127.0.63.${(hosts += 1)}`;
  const simulator = opened(await startSimulator({ ...clock, host, upnpPort: 49_152, ...options }));
  const device = opened(wiim.open({ ...optionsOfStranger(simulator.url), timeoutMs: 1500, clock }));
  const queue = async () => {
    const answer = await device.read("queue", signal);
    if (answer.kind !== "reading") return answer.kind + ("isForNow" in answer ? " for now" : "");
    return (answer.reading.value as MusicQueue).total;
  };
  return { simulator, device, queue };
}

/** What answers the next reads of the queue. */
const fault = (code: number) => ({
  text: `UPnP ${code}`,
  start: () => ({
    appliesTo: ({ operation = "" }) => operation.startsWith("Browse"),
    handle: () =>
      textReply(
        "text/xml",
        `<s:Envelope><s:Body><s:Fault><errorCode>${code}</errorCode></s:Fault></s:Body></s:Envelope>`,
        500,
      ),
  }),
});

describe("the queue of a WiiM player", () => {
  it("is lacking for now until the service answers, which may open after the rest", async () => {
    const { simulator, queue } = await player();
    await simulator.upnp?.sleep();
    expect([await queue(), await queue()]).toEqual(["unsupported for now", "unsupported for now"]);
    await simulator.upnp?.wake();
    await pass(21_000);
    expect(await queue()).toBe(4);
    await simulator.upnp?.sleep();
    expect(await queue()).toBe(4);
  });

  it.each(["pro", "old"] as const)("is not gone with a fault: %s", async (preset) => {
    const { simulator, queue } = await player({ preset });
    {
      using _transient = simulator.behaviors.add(fault(501));
      expect(await queue()).toBe("refused for now");
    }
    expect(await queue()).toBe(4);
    using _fault = simulator.behaviors.add(fault(402));
    expect(await queue()).toBe("refused for now");
  });

  it("is lacking where the service says so", async () => {
    const { simulator, queue } = await player();
    using _lacking = simulator.behaviors.add(fault(401));
    expect(await queue()).toBe("unsupported");
  });

  it("is played by its leader where it follows one", async () => {
    const network = { players: new Map<string, SimulatedPlayer>() };
    const den = await player({ network });
    const bath = await player({ network });
    bath.simulator.player.leader = den.simulator.player;
    await bath.device.read("music", signal);
    expect(await bath.device.perform({ operation: "playQueueEntry", index: 2 }, signal)).toEqual({
      kind: "done",
    });
    expect([den.simulator.player.index, bath.simulator.player.index]).toEqual([2, 0]);
  });
});
