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

type Replies = Readonly<Record<string, Reply | DeviceError>>;

/** How a call of the player `a:1` ends, and who is asked for what, if the players answer so and have these roles. */
async function ended(
  call: GroupCall,
  replies: Replies,
  roles: Readonly<Record<string, GroupState["role"]>> = {},
) {
  const asked: string[] = [];
  const member = (self: string) => {
    const value = { ...alone(self), role: roles[self] ?? "none" };
    return {
      read: async () => ({ kind: "reading", reading: { resource: "group", value } }) as const,
      send: async (step: string) => {
        asked.push(`${self} ${step}`);
        const reply = replies[self] ?? { kind: "done" };
        if (reply instanceof DeviceError) throw reply;
        return reply;
      },
      [Symbol.asyncDispose]: async () => {},
    };
  };
  const requests = {
    join: (primary: string) => `/join ${primary}`,
    remove: () => "/remove",
    end: () => "/end",
  };
  const reply = await changeGroup(
    { call, requests, own: member("a:1"), open: member, clock: new FakeClock() },
    new AbortController().signal,
  );
  return { reply, asked };
}

it("names those that did not come, whatever they answer", async () => {
  const replies: Replies = {
    "b:1": { kind: "confused", reason: "busy" },
    "c:1": { kind: "unsupported" },
    "d:1": new DeviceError("refused", "HTTP status 500"),
    "e:1": new DeviceError("unreachable", "it is off"),
  };
  const call = { operation: "changeGroup", to: "gather", others: Object.keys(replies) } as const;
  const { reply } = await ended(call, replies);
  expect(reply).toMatchObject({ kind: "refused", reason: { values: { players: "b:1, c:1, d:1, e:1" } } });
});

it.each<[string, Reply | DeviceError]>([
  ["lacks it", { kind: "unsupported" }],
  ["is not there", { kind: "absent" }],
  ["fails", new DeviceError("malformed", "no meaning")],
])("is refused, and says nothing about this player, where the other one %s", async (_, answer) => {
  const { reply } = await ended({ operation: "changeGroup", to: "add", other: "b:1" }, { "b:1": answer });
  expect(reply).toMatchObject({ kind: "refused" });
});

it.each([
  ["add", "b:1", "secondary", false],
  ["add", "b:1", "none", true],
  ["join", "a:1", "none", true],
  ["join", "a:1", "secondary", false],
] as const)(
  "where each joins by itself, %s asks %s unless the leader follows another: it is %s",
  async (to, joiner, role, isAsked) => {
    const refused = { kind: "refused", reason: "no" } as const;
    const leader = joiner === "a:1" ? "b:1" : "a:1";
    const call = { operation: "changeGroup", to, other: "b:1" } as const;
    const { reply, asked } = await ended(call, { "a:1": refused, "b:1": refused }, { [leader]: role });
    expect(reply).toMatchObject({ kind: "refused" });
    expect(asked).toEqual(isAsked ? [`${joiner} /join ${leader}`] : []);
  },
);
