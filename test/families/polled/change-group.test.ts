import { expect, it } from "vitest";
import type { GroupCall, Reply } from "../../../src/core/controls/call.ts";
import { DeviceError } from "../../../src/core/errors.ts";
import type { GroupState } from "../../../src/core/resources/group.ts";
import type { Answer } from "../../../src/core/resources/player.ts";
import { groupRequests } from "../../../src/families/bluos/calls.ts";
import { changeGroup, type GroupRequests } from "../../../src/families/polled/change-group.ts";
import { toPhrase } from "../../../src/lib/phrase.ts";
import { group } from "../../core/sample-player.ts";
import { TurningClock } from "../../support/turning-clock.ts";

const alone = (self: string): GroupState => ({
  ...group,
  role: "none",
  self,
  primary: undefined,
  members: [],
});
const leads = (self: string, ...others: string[]): GroupState => ({
  ...alone(self),
  role: "primary",
  primary: self,
  members: [self, ...others],
});
const follows = (self: string, primary: string): GroupState => ({
  ...alone(self),
  role: "secondary",
  primary,
  members: [primary, self],
});

interface Member {
  /** What it shows of its group, one after another, the last one from then on. */
  readonly shows: readonly (GroupState | Answer | DeviceError)[];
  readonly replies?: Reply | DeviceError;
}

/** Where each joins by itself. */
const byThemselves: GroupRequests<string> = {
  join: (primary) => `/join ${primary}`,
  remove: () => "/remove",
  end: () => "/end",
};

/** How a call of the player `a:1` ends, and who is asked for what, with these players at these addresses. */
async function ended(
  call: GroupCall,
  players: Readonly<Record<string, Member>>,
  requests: GroupRequests<string> = groupRequests,
): Promise<readonly [end: string, ...asked: string[]]> {
  using clock = new TurningClock();
  const asked: string[] = [];
  const open = (address: string) => {
    left.push(address);
    const { shows, replies = { kind: "done" } } = players[address] ?? { shows: [alone(address)] };
    let reads = 0;
    return {
      read: async (): Promise<Answer> => {
        const shown = shows[Math.min(reads++, shows.length - 1)] ?? alone(address);
        if (shown instanceof DeviceError) throw shown;
        return "role" in shown ? { kind: "reading", reading: { resource: "group", value: shown } } : shown;
      },
      send: async (step: string): Promise<Reply> => {
        asked.push(`${address} ${step}`);
        if (replies instanceof DeviceError) throw replies;
        return replies;
      },
      [Symbol.asyncDispose]: async () => void left.splice(left.indexOf(address), 1),
    };
  };
  const left: string[] = [];
  const changing = changeGroup(
    { call, requests, own: open("a:1"), open, clock },
    new AbortController().signal,
  );
  const reply = await changing.catch(
    (error: DeviceError) => ({ kind: "failed", reason: error.message }) as const,
  );
  // The player itself stays open.
  expect(left).toEqual(["a:1"]);
  if ("reading" in reply && reply.reading.resource === "group")
    return [`shown: ${reply.reading.value.role}`, ...asked];
  return [`${reply.kind} ${"reason" in reply ? toPhrase(reply.reason).text : ""}`, ...asked];
}

const operation = "changeGroup";
const toB = (act: "join" | "add" | "remove", other = "b:1"): GroupCall => ({ operation, to: act, other });
const leave: GroupCall = { operation, to: "leave" };
const add = "a:1 /AddSlave?slave=b&port=1";
const join = "b:1 /AddSlave?slave=a&port=1";
const remove = "a:1 /RemoveSlave?slave=b&port=1";
const elsewhere = "refused the player refused: one of both is in another group";
const unseen = (player: string): string => `refused ${player} does not show it within 7 s`;

const [a, b] = [alone("a:1"), alone("b:1")];
const [aLeads, bLeads] = [leads("a:1", "b:1"), leads("b:1", "a:1")];
const [aFollows, bFollows] = [follows("a:1", "b:1"), follows("b:1", "a:1")];
const nested: GroupState = { ...aFollows, role: "both", members: ["b:1", "a:1", "c:1"] };
const off = new DeviceError("unreachable", "it is off");
const lost = new DeviceError("broken", "no answer");
const failed = new DeviceError("refused", "HTTP status 500");
const page = new DeviceError("malformed", "the answer is not XML");

it.each<[string, GroupCall, Member["shows"], Member, readonly string[]]>([
  ["joined", toB("join"), [a, aFollows], { shows: [b, bLeads] }, ["shown: secondary", join]],
  ["added", toB("add"), [a, aLeads], { shows: [b, bFollows] }, ["shown: primary", add]],
  ["added, shown late", toB("add"), [a, a, aLeads], { shows: [b, b, bFollows] }, ["shown: primary", add]],
  ["added, and shown by one", toB("add"), [a, aLeads], { shows: [b] }, [unseen("b:1"), add]],
  ["joined, and shown by one", toB("join"), [a, aFollows], { shows: [b] }, [unseen("b:1"), join]],
  ["added, and shown by the other", toB("add"), [a], { shows: [bFollows] }, [unseen("a:1"), add]],
  ["removed", toB("remove"), [aLeads, a], { shows: [bFollows, b] }, ["shown: none", remove]],
  ["removed, and shown by one", toB("remove"), [aLeads, a], { shows: [bFollows] }, [unseen("b:1"), remove]],
  [
    "left, and shown by one",
    leave,
    [aFollows, a],
    { shows: [bLeads] },
    [unseen("b:1"), "b:1 /RemoveSlave?slave=a&port=1"],
  ],
  ["left where there is none", leave, [a], { shows: [b] }, ["refused this player is in no group"]],
  ["removed while it is off", toB("remove"), [aLeads, a], { shows: [off] }, ["shown: none", remove]],
  ["removed while it is off, in vain", toB("remove"), [aLeads], { shows: [off] }, [unseen("a:1"), remove]],
  ["left by the leader of one that is off", leave, [aLeads, a], { shows: [off] }, ["shown: none", remove]],
  [
    "left by the leader of two, which stay together",
    leave,
    [leads("a:1", "b:1", "c:1"), a],
    { shows: [b] },
    ["shown: none", "a:1 /RemoveSlave?slave=a&port=1"],
  ],
  ["left while its leader is off", leave, [aFollows, a], { shows: [off] }, ["shown: none", "a:1 /SetMaster"]],
  ["added while it is off", toB("add"), [a], { shows: [off] }, ["refused it is off"]],
  [
    "left by one that leads others, which stay in its own",
    leave,
    [nested, nested, leads("a:1", "c:1")],
    { shows: [b] },
    ["shown: primary", "b:1 /RemoveSlave?slave=a&port=1"],
  ],
  [
    "not changed for one that leads others in that of another",
    toB("add"),
    [a],
    { shows: [{ ...follows("b:1", "c:1"), role: "both" }] },
    [elsewhere],
  ],
  [
    "shown where the answer was lost",
    toB("join"),
    [a, aFollows],
    { shows: [b, bLeads], replies: lost },
    ["shown: secondary", join],
  ],
  ["refused", toB("join"), [a], { shows: [b], replies: failed }, ["refused HTTP status 500", join]],
  [
    "lacking",
    toB("join"),
    [a],
    { shows: [b], replies: { kind: "unsupported" } },
    ["refused the player answers that it is not there, or disabled", join],
  ],
  ["asked of a page", toB("join"), [a], { shows: [page] }, ["refused the answer is not XML"]],
  [
    "asked of one that installs firmware",
    toB("join"),
    [a],
    { shows: [{ kind: "confused", reason: "not now" }] },
    ["refused not now"],
  ],
  ["asked of nobody", toB("join"), [a], { shows: [{ kind: "absent" }] }, ["refused no player answers there"]],
])("a group is %s", async (_what, call, shows, other, expected) => {
  expect(await ended(call, { "a:1": { shows }, "b:1": other })).toEqual(expected);
});

it.each([
  ["is judged by what the players show if its answer was lost", lost, "shown: primary"],
  ["fails as any other of its own", failed, "failed HTTP status 500"],
])("a request to the player itself %s", async (_what, replies, end) => {
  const players = { "a:1": { shows: [a, aLeads], replies }, "b:1": { shows: [b, bFollows] } };
  expect(await ended(toB("add"), players)).toEqual([end, add]);
});

it("a player is named as it does itself, whatever name of its host was given", async () => {
  const given = "localhost:1";
  const join = { "a:1": { shows: [a, aFollows] }, [given]: { shows: [b, bLeads] } };
  expect(await ended(toB("join", given), join)).toEqual([
    "shown: secondary",
    `${given} /AddSlave?slave=a&port=1`,
  ]);
  const add = { "a:1": { shows: [a, aLeads] }, [given]: { shows: [b, bFollows] } };
  expect(await ended(toB("add", given), add)).toEqual(["shown: primary", "a:1 /AddSlave?slave=b&port=1"]);
  expect(await ended(toB("add", "/etc"), {})).toEqual(["refused this is no address of a player"]);
});

it("a group of several names those that did not come, whatever they answer", async () => {
  const replies: Readonly<Record<string, Reply | DeviceError>> = {
    "b:1": { kind: "confused", reason: "busy" },
    "c:1": { kind: "unsupported" },
    "d:1": failed,
    "e:1": off,
  };
  const others = Object.keys(replies);
  const players = Object.fromEntries(
    Object.entries(replies).map(([address, reply]) => [address, { shows: [alone(address)], replies: reply }]),
  );
  const [end, ...asked] = await ended({ operation, to: "gather", others }, players, byThemselves);
  expect(end).toBe("refused not in the group: b:1, c:1, d:1, e:1 (busy)");
  expect(asked).toEqual(others.map((address) => `${address} /join a:1`));
});

it.each([
  ["add", "b:1", bFollows, a, true],
  ["add", "b:1", b, follows("a:1", "c:1"), false],
  ["join", "a:1", b, aFollows, true],
  ["join", "a:1", follows("b:1", "c:1"), a, false],
] as const)(
  "where each joins by itself, %s asks %s unless the leader follows another",
  async (to, joiner, other, own, isAsked) => {
    const replies = { kind: "refused", reason: "no" } as const;
    const leader = joiner === "a:1" ? "b:1" : "a:1";
    const players = { "a:1": { shows: [own], replies }, "b:1": { shows: [other], replies } };
    expect(await ended(toB(to), players, byThemselves)).toEqual(
      isAsked ? ["refused no", `${joiner} /join ${leader}`] : [elsewhere],
    );
  },
);
