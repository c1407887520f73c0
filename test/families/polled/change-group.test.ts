import { expect, it } from "vitest";
import type { GroupCall, Reply } from "../../../src/core/controls/call.ts";
import { DeviceError } from "../../../src/core/errors.ts";
import type { GroupState } from "../../../src/core/resources/group.ts";
import { changeGroup } from "../../../src/families/polled/change-group.ts";
import { FakeClock } from "../../support/fake-clock.ts";

const alone = (self: string): GroupState => ({
  role: "none",
  name: undefined,
  self,
  primary: undefined,
  members: [],
  volume: undefined,
  isMuted: undefined,
});

const member = (self: string, reply: Reply | DeviceError, value = alone(self)) => ({
  read: async () => ({ kind: "reading", reading: { resource: "group", value } }) as const,
  send: async () => {
    if (reply instanceof DeviceError) throw reply;
    return reply;
  },
  [Symbol.asyncDispose]: async () => {},
});

/** How a call of the player `a:1` ends, if the others answer so. */
const ended = (call: GroupCall, replies: Readonly<Record<string, Reply | DeviceError>>): Promise<Reply> =>
  changeGroup(
    {
      call,
      requests: { join: () => "/join", remove: () => "/remove", end: () => "/end" },
      own: member("a:1", { kind: "done" }),
      open: (address) => member(address, replies[address] ?? { kind: "done" }),
      clock: new FakeClock(),
    },
    new AbortController().signal,
  );

it("names those that did not come, whatever they answer", async () => {
  const replies: Readonly<Record<string, Reply | DeviceError>> = {
    "b:1": { kind: "confused", reason: "busy" },
    "c:1": { kind: "unsupported" },
    "d:1": new DeviceError("refused", "HTTP status 500"),
    "e:1": new DeviceError("unreachable", "it is off"),
  };
  const reply = await ended(
    { operation: "changeGroup", to: "gather", others: Object.keys(replies) },
    replies,
  );
  expect(reply).toMatchObject({ kind: "refused", reason: { values: { players: "b:1, c:1, d:1, e:1" } } });
});

it.each<[string, Reply | DeviceError]>([
  ["lacks it", { kind: "unsupported" }],
  ["is not there", { kind: "absent" }],
  ["fails", new DeviceError("malformed", "no meaning")],
])("is refused, and says nothing about this player, where the other one %s", async (_, reply) => {
  const call = { operation: "changeGroup", to: "add", other: "b:1" } as const;
  expect(await ended(call, { "b:1": reply })).toMatchObject({ kind: "refused" });
});

it.each([
  ["add", "b:1", "secondary", false],
  ["add", "b:1", "none", true],
  ["join", "a:1", "none", true],
  ["join", "a:1", "secondary", false],
] as const)(
  "where each joins by itself, %s asks %s unless the leader follows another: it is %s",
  async (to, joiner, role, isAsked) => {
    const asked: string[] = [];
    const leads = (name: string) => ({ ...alone(name), role: name === joiner ? "none" : role }) as const;
    const player = (name: string) => ({
      ...member(name, { kind: "refused", reason: "no" }, leads(name)),
      send: async (step: string) => {
        asked.push(`${name} ${step}`);
        return { kind: "refused", reason: "no" } as const;
      },
    });
    const reply = await changeGroup(
      {
        call: { operation: "changeGroup", to, other: "b:1" },
        requests: { join: (primary) => `/join ${primary}`, remove: () => "/remove", end: () => "/end" },
        own: player("a:1"),
        open: player,
        clock: new FakeClock(),
      },
      new AbortController().signal,
    );
    expect(reply).toMatchObject({ kind: "refused" });
    expect(asked).toEqual(isAsked ? [`${joiner} /join ${joiner === "a:1" ? "b:1" : "a:1"}`] : []);
  },
);
