import { beforeEach, describe, expect, it } from "vitest";
import { DeviceError } from "../../../src/core/errors.ts";
import type { GroupState } from "../../../src/core/resources/group.ts";
import { groupRequests } from "../../../src/families/bluos/calls.ts";
import { BluosClient } from "../../../src/families/bluos/client.ts";
import { optionsOfStranger } from "../../../src/families/recognize.ts";
import { changeGroup } from "../../../src/families/polled/change-group.ts";
import { toPhrase } from "../../../src/lib/phrase.ts";
import { group } from "../../core/sample-player.ts";
import { until } from "../../support/bridge/until.ts";
import { FakeClock } from "../../support/fake-clock.ts";
import { opened } from "../../support/opened.ts";
import { closedPort, type Reply, type ScriptedPlayer, startScripted } from "../zidoo/scripted-player.ts";
import { answer, syncStatus } from "./payloads.ts";

const self = "10.0.0.1:11000";
const third = "10.0.0.3:11000";
const { signal } = new AbortController();

const alone: GroupState = { ...group, role: "none", self, primary: undefined, members: [] };
const primaryOf = (...others: string[]): GroupState => ({
  ...alone,
  role: "primary",
  primary: self,
  members: [self, ...others],
});
const secondaryOf = (primary: string): GroupState => ({
  ...alone,
  role: "secondary",
  primary,
  members: [primary, self],
});

const hostOf = (address: string): string => address.replace(/:.*/, "");
const portOf = (address: string): string => address.replace(/.*:/, "");
const under = (primary: string): string => `<master port="${portOf(primary)}">${hostOf(primary)}</master>`;
const above = (member: string): string => `<slave id="${hostOf(member)}" port="${portOf(member)}"/>`;

describe("a change of a group", () => {
  /** The other player, its address, what it says of its group at each read, and what it answers to commands. */
  let mate: ScriptedPlayer;
  let other: string;
  let says: string[];
  let obeys: Reply;
  /** The address by which it knows itself. */
  let named: string;
  /** The commands to this player. */
  let asked: string[];

  beforeEach(async () => {
    asked = [];
    says = [""];
    obeys = answer('<addSlave><slave id="10.0.0.1"/></addSlave>');
    mate = opened(
      await startScripted(({ path }) => {
        if (path === "/Status") return "<status/>";
        if (path !== "/SyncStatus") return obeys;
        const [group = ""] = says.length > 1 ? says.splice(0, 1) : says;
        return syncStatus({ id: named }, group);
      }),
    );
    other = named = new URL(mate.url).host;
  });

  /** How a change ends, if this player is in these groups one after another, the last one from then on. */
  async function ended(
    to: "join" | "add" | "remove" | "leave",
    before: GroupState,
    ...then: GroupState[]
  ): Promise<string> {
    const clock = new FakeClock();
    const shown = [before, ...then];
    const changing = changeGroup(
      {
        call: { operation: "changeGroup", to, other },
        requests: groupRequests,
        own: {
          read: async (resource) => {
            const value = (shown.length > 1 ? shown.shift() : shown[0]) ?? before;
            return { kind: "reading", reading: { resource, value } };
          },
          send: async (path) => {
            asked.push(path);
            return { kind: "done" };
          },
        },
        open: (address) =>
          new BluosClient({ ...optionsOfStranger(`http://${address}`), timeoutMs: 60_000, clock }),
        clock,
      },
      signal,
    );
    let isOver = false;
    const turning = until(async () => {
      await clock.advance(100);
      return isOver;
    });
    try {
      const reply = await changing;
      if (reply.kind === "reading" && reply.reading.resource === "group")
        return `shown: ${reply.reading.value.role}`;
      return `${reply.kind} ${"reason" in reply ? toPhrase(reply.reason).text : ""}`;
    } catch (error) {
      if (error instanceof DeviceError) return error.message;
      throw error;
    } finally {
      isOver = true;
      await turning;
    }
  }

  const sent = (): string[] => [
    ...asked,
    ...mate.asked.map(({ path }) => path).filter((path) => !path.endsWith("Status")),
  ];

  it("names a player as that one does, whatever name of its host was given", async () => {
    named = "192.0.2.9:11000";
    other = `localhost:${portOf(other)}`;
    says = ["", above(self)];
    expect(await ended("join", alone, secondaryOf(named))).toBe("shown: secondary");
    says = ["", under(self)];
    expect(await ended("add", alone, primaryOf(named))).toBe("shown: primary");
  });

  it("is refused where only one player shows it, and where there is no group to leave", async () => {
    const missing = (address: string) => `refused ${address} does not show it within 7 s`;
    expect(await ended("add", alone, primaryOf(other))).toBe(missing(other));
    expect(await ended("join", alone, secondaryOf(other))).toBe(missing(other));
    says = [under(self)];
    expect(await ended("remove", primaryOf(other), alone)).toBe(missing(other));
    expect(await ended("add", alone)).toBe(missing(self));
    says = [above(self)];
    expect(await ended("leave", secondaryOf(other), alone)).toBe(missing(other));
    expect(await ended("leave", alone)).toBe("refused this player is in no group");
  });

  it("needs no other player that is off to remove it, or to leave", async () => {
    other = new URL(await closedPort()).host;
    const remove = `/RemoveSlave?slave=127.0.0.1&port=${portOf(other)}`;
    expect(await ended("remove", primaryOf(other), alone)).toBe("shown: none");
    expect(await ended("leave", primaryOf(other), alone)).toBe("shown: none");
    expect(await ended("leave", secondaryOf(other), alone)).toBe("shown: none");
    expect(await ended("remove", primaryOf(other))).toBe(`refused ${self} does not show it within 7 s`);
    expect(asked).toEqual([remove, remove, "/SetMaster", remove]);
    expect(await ended("add", alone)).toMatch(/^refused unreachable/);
    expect(asked).toHaveLength(4);
  });

  it("leaves a player that leads others in its own group", async () => {
    const nested: GroupState = { ...secondaryOf(other), role: "both", members: [other, self, third] };
    expect(await ended("leave", nested, nested, primaryOf(third))).toBe("shown: primary");
    expect(sent()).toEqual(["/RemoveSlave?slave=10.0.0.1&port=11000"]);
  });

  it("takes no player that leads others in the group of another one", async () => {
    says = [under(third) + above("10.0.0.4:11000")];
    expect(await ended("add", alone)).toMatch(/^refused the player refused/);
    expect(sent()).toEqual([]);
  });

  it("is shown by the players where the answer to the request was lost, and not where that is a refusal", async () => {
    obeys = (response) => response.socket?.destroy();
    says = ["", above(self)];
    expect(await ended("join", alone, secondaryOf(other))).toBe("shown: secondary");
    obeys = 500;
    expect(await ended("join", alone)).toMatch(/^refused .*HTTP status 500/);
    obeys = answer("<addSlave/>");
    expect(await ended("join", alone)).toMatch(/^refused the player refused/);
  });

  it.each<[string, Reply, RegExp]>([
    ["another document", "<status/>", /^refused the answer is a status, not a SyncStatus$/],
    ["no such page", 404, /^refused no player answers there$/],
    ["a web page", "<html></html>", /^refused the answer is not XML/],
    ["an upgrade", "<UpgradeStatusStage2/>", /^refused the player is installing new firmware$/],
  ])("is refused where %s answers, which gets no command", async (_what, reply, reason) => {
    const stranger = opened(await startScripted([reply]));
    other = new URL(stranger.url).host;
    expect(await ended("join", alone)).toMatch(reason);
    expect(stranger.asked.map(({ path }) => path)).toEqual(["/SyncStatus"]);
  });
});
