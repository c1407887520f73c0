import { once } from "node:events";
import { Agent, type IncomingMessage, request } from "node:http";
import { describe, expect, test } from "vitest";
import { parseBehavior } from "../../simulator/zidoo/parse-behavior.ts";
import { type Simulator, startSimulator } from "../../simulator/zidoo/start-simulator.ts";
import { withSimulator } from "../support/bridge/with-bridge.ts";
import { waitedMs } from "../support/waited-ms.ts";
import { ask, paths } from "./ask.ts";

const { list, status } = paths;

/** What a client hears: the status in the body, else that of HTTP, else the code of the error. */
async function heard(sim: Simulator, path: string): Promise<unknown> {
  try {
    const { text, status } = await ask(sim, path);
    return text.startsWith("{") ? (JSON.parse(text) as { status: number }).status : status;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code;
  }
}

const isBusyWith = (sim: Simulator, requests: number) =>
  expect.poll(() => sim.traffic.inProgress, { interval: 2 }).toBe(requests);

const it = withSimulator();

it.for<[what: string, faults: string[], answers: [path: string, answer: unknown][]]>([
  ["the newest first", ["status:804", "status:805*1"], [list, list].map((path, at) => [path, 805 - at])],
  [
    "none that a newer one keeps from it",
    ["status:804*1", "empty*1"],
    [
      [list, 200],
      [list, 804],
      [list, 200],
    ],
  ],
  [
    "those of its operation, so often",
    ["status:804@getPlayStatus*2"],
    [
      [status, 804],
      [list, 200],
      [status, 804],
      [status, 200],
    ],
  ],
  [
    "an end instead of an answer",
    ["reset*1"],
    [
      [list, "ECONNRESET"],
      [list, 200],
    ],
  ],
  [
    "an end in its middle",
    ["truncated*1"],
    [
      [list, "ECONNRESET"],
      [list, 200],
    ],
  ],
])("an answer has %s", async ([_what, faults, answers], { sim }) => {
  for (const fault of faults) sim.behaviors.add(fault);
  for (const [path, answer] of answers) expect(await heard(sim, path)).toBe(answer);
});

it("faults combine on one answer, and are counted until they are removed", async ({ sim }) => {
  const [bare] = ["bare", "bom", "contentType:text/html"].map((text) => sim.behaviors.add(text));
  const { bytes, type } = await ask(sim, list);
  expect([bytes.toString("hex"), type, bare?.hits]).toEqual(["efbbbf7b7d", "text/html", 1]);
  bare?.remove();
  expect((await ask(sim, list)).json["status"]).toBe(200);
});

it.for([
  ["slow:60000", 1],
  ["drip:60000", 1],
  ["hang", 0],
] as const)("%s selects %i although its client has left", async ([fault, inputIndex], { sim }) => {
  sim.behaviors.add(fault);
  const sent = request(new URL(paths.input("BT"), sim.url), { agent: false });
  sent.on("error", () => {}).end();
  await isBusyWith(sim, 1);
  sent.destroy();
  await isBusyWith(sim, 0);
  expect(sim.player.audio.inputIndex).toBe(inputIndex);
});

test.each([
  ["slow:7000", [7000]],
  ["jitter:30000", [300]],
  ["drip:15", [15]],
])("%s waits for %j ms, and nothing is lost", async (fault, waits) => {
  const waited: number[] = [];
  const after = (ms: number, then: () => void) => {
    waited.push(ms);
    queueMicrotask(then);
    return () => {};
  };
  await using sim = await startSimulator({ random: () => 0.01, after });
  sim.behaviors.add("bare");
  sim.behaviors.add(fault);
  expect((await ask(sim, list)).text).toBe("{}");
  expect(waited).toEqual(waits);
});

it("oversized sends an endless body", async ({ sim }) => {
  sim.behaviors.add("oversized");
  const sent = request(new URL(list, sim.url), { agent: false });
  sent.end();
  const [answer] = (await once(sent, "response")) as [IncomingMessage];
  let heardBytes = 0;
  for await (const chunk of answer) {
    heardBytes += (chunk as Buffer).length;
    if (heardBytes > 5_000_000) break;
  }
  await isBusyWith(sim, 0);
});

it.for([
  ["503", 503],
  ["reset", "ECONNRESET"],
] as const)("refuseParallel:%s refuses a request while another one waits", async ([how, answer], { sim }) => {
  let open = (): void => {};
  const gate = new Promise<void>((resolve) => (open = resolve));
  sim.behaviors.add({ text: "gate", start: () => ({ handle: async (_call, next) => (await gate, next()) }) });
  const fault = sim.behaviors.add(`refuseParallel:${how}`);
  const first = heard(sim, list);
  await isBusyWith(sim, 1);
  expect(await heard(sim, list)).toBe(answer);
  open();
  expect([await first, await heard(sim, list)]).toEqual([200, 200]);
  expect([fault.hits, sim.traffic.maxConcurrent]).toEqual([1, 2]);
});

it("a player that sleeps, or is no more, ends whatever is under way at once", async ({ sim }) => {
  using agent = Object.assign(new Agent({ keepAlive: true }), { [Symbol.dispose]: () => agent.destroy() });
  await ask(sim, list, { agent });
  const faults = { [paths.playlist]: "slow:600000", [status]: "hang", [paths.queue]: "drip:600000" };
  for (const end of [() => sim.sleep().then(() => sim.wake()), () => sim[Symbol.asyncDispose]()]) {
    for (const [path, fault] of Object.entries(faults))
      sim.behaviors.add(`${fault}@${path.split("/").at(-1)}`);
    const cut = Object.keys(faults).map((path) => heard(sim, path));
    await isBusyWith(sim, 3);
    expect(await waitedMs(end)).toBeLessThan(500);
    expect(new Set(await Promise.all(cut))).toEqual(new Set(["ECONNRESET"]));
  }
});

describe("a fault as it is written", () => {
  test.each([
    ["html@getPlaylist", "getPlaylist", undefined],
    ["status:804@getPlayStatus*3", "getPlayStatus", 3],
    ["status:-1", undefined, undefined],
    ["redirect:http://127.0.0.1:8080/a?b=c*2", undefined, 2],
  ])("%s is read", (text, operation, times) => {
    expect(parseBehavior(text)).toMatchObject({ text, operation, times });
  });

  const unknown = /^Unknown fault .*: expected one of slow:<ms>, jitter:<ms>, reset, /;
  const argument = "Cannot read the argument of fault";
  test.each<[string, string | RegExp]>([
    ...["foo:3", "", "slow 500", "toString", "*3"].map((text): [string, RegExp] => [text, unknown]),
    ...Object.entries({
      slow: "slow:<ms>",
      "slow:fast": "slow:<ms>",
      "slow:99999999999": "slow:<ms>",
      "http:302": "http:<4xx|5xx>",
      "reset:5": "reset",
      "contentType:json": "contentType:<type|none>",
    }).map(([text, usage]): [string, string] => [text, `${argument} "${text}": expected ${usage}`]),
    [
      "reset@getQueue",
      'Unknown operation "getQueue" in fault "reset@getQueue": expected one of getInputAndOutputList, ',
    ],
    ["reset*0", 'Cannot have fault "reset*0" 0 times: expected 1 or more'],
  ])("%j is refused with the form that is expected", (text, message) => {
    expect(() => parseBehavior(text)).toThrow(message);
  });
});
