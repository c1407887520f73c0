import { describe, expect, it } from "vitest";
import { deniedControl, deniedToGuests } from "../../../src/extensions/page/guests.ts";
import type { OpenApi } from "./api/contract.ts";
import { FakePage, withPlayer } from "./fake-page.ts";
import { StreamReader } from "./stream-reader.ts";

const rules = { host: "0.0.0.0", token: "correct horse battery", guest: "the guests of the house" };
const stranger = "192.0.2.50";
const json = { "content-type": "application/json" };
const asGuest = { authorization: `Bearer ${rules.guest}` };

function command(name: string, request: string, headers: Readonly<Record<string, string>>): RequestInit {
  const body = JSON.stringify({ command: name, request });
  return { method: "POST", headers: { ...json, ...headers }, body };
}

const commands = "/api/v1/players/den/commands";

describe("a guest", () => {
  it("reads everything but what is for the owner: set-up, checks, answers and log", async () => {
    using fake = withPlayer({}, rules);
    const document = await fake.ask("/api/v1/openapi.json", { headers: asGuest }, stranger);
    const { paths } = (await document.json()) as OpenApi;
    const refused: string[] = [];
    for (const [path, methods] of Object.entries(paths)) {
      for (const [method, { operationId }] of Object.entries(methods)) {
        const init = { method: method.toUpperCase(), headers: asGuest };
        const address = `/api/v1${path.replace("{id}", "den")}`;
        const response = await fake.ask(address, init, stranger);
        if (response.status === 403) refused.push(operationId);
        else await response.body?.cancel();
      }
    }
    expect(refused.toSorted()).toEqual([
      "changeConfiguration",
      "checkConfiguration",
      "discover",
      "getAnswers",
      "getCheck",
      "getConfiguration",
      "getDiagnostics",
      "getOwnSettings",
      "goBack",
      "lookBack",
      "restartBridge",
      "startCheck",
      "tryBroker",
      "tryPlayer",
    ]);
  });

  it.each([
    [commands, "power", "set power"],
    [commands, "raw", "set raw"],
    ["/mcp", "raw", "control players by a language model"],
  ])("is told at %s what is not for guests: %s", async (path, name, what) => {
    using fake = withPlayer({}, rules);
    const response = await fake.ask(path, command(name, "off", asGuest), stranger);
    expect(await response.json()).toEqual({ error: `refused: a guest may not ${what}` });
    expect(fake.den.offered).toEqual([]);
  });

  it("signs in on the page, whose first event says what is denied", async () => {
    using fake = withPlayer({}, rules);
    const form = { method: "POST", headers: { "sec-fetch-site": "same-origin" } };
    const body = new URLSearchParams({ token: rules.guest });
    const signedIn = await fake.ask("/page/sign-in", { ...form, body }, stranger);
    const cookie = signedIn.headers.get("set-cookie")?.split(";")[0] ?? "";
    const events = new StreamReader(await fake.ask("/api/v1/events", { headers: { cookie } }, stranger));
    const { canSignOut, deniedToGuest } = await events.nextOf("hello");
    expect([canSignOut, deniedToGuest]).toEqual([true, expect.arrayContaining(["power", "settings"])]);
    await events.leave();
  });

  it("never sees how the bridge was examined, neither at first nor as it goes on", async () => {
    using fake = new FakePage(rules, async () => {});
    fake.page.doctor?.start();
    const state = await fake.ask("/api/v1/state", { headers: asGuest }, stranger);
    expect(await state.json()).toMatchObject({ check: null });
    const open = async (token: string): Promise<StreamReader> =>
      new StreamReader(
        await fake.ask("/api/v1/events", { headers: { authorization: `Bearer ${token}` } }, stranger),
      );
    const [own, guests] = [await open(rules.token), await open(rules.guest)];
    expect(await own.nextOf("hello")).toMatchObject({ canSignOut: false, check: { reason: "" } });
    expect((await guests.nextOf("hello")).check).toBeNull();
    fake.page.doctor?.start();
    fake.page.hub.bridgeChanged();
    fake.page.hub.checkChanged();
    await fake.clock.advance(1000);
    expect(await own.nextOf("change")).toHaveProperty("check");
    expect(await guests.nextOf("change")).not.toHaveProperty("check");
    await Promise.all([own.leave(), guests.leave()]);
  });

  it("gets no list of topics, which its page does not show", async () => {
    using fake = withPlayer({}, rules);
    const eventsOf = async (token: string): Promise<readonly string[]> => {
      const headers = { authorization: `Bearer ${token}` };
      const events = await fake.ask("/api/v1/events?player=den", { headers }, stranger);
      const reader = new StreamReader(events);
      fake.page.hub.bridgeChanged();
      await fake.clock.advance(1000);
      const first = [await reader.next(), await reader.next()];
      await reader.leave();
      return first.map(({ name }) => name);
    };
    expect([await eventsOf(rules.token), await eventsOf(rules.guest)]).toEqual([
      ["hello", "topics"],
      ["hello", "change"],
    ]);
  });

  it.each<[string[], string, string, string | undefined]>([
    [["group"], "volume", "30", undefined],
    [["group"], "announce", '{"address":"http://house.example/bell.mp3","volume":90}', undefined],
    [["group"], "power", "on", "power"],
    [["group"], "settings", "gain High", "settings"],
    [["group"], "settings/gain", "High", "settings"],
    [["group"], "display/brightness", "10", "display/brightness"],
    [["group"], "key", "Up 500 Key.PowerOn.Standby", "power"],
    [["group"], "key", "Home Ok", undefined],
    [["group"], "group", "join den", "group"],
    [["group"], "sleep", "1", "sleep"],
    [["group"], "key", "VolumeUp", undefined],
    [["volume"], "volume", "30", "volume"],
    [["volume"], "volume/level", "-3", "volume/level"],
    [["volume"], "group/volume", "30", "group/volume"],
    [["volume"], "key", "Ok VolumeUp", "volume"],
    [["volume"], "key", "Mute", undefined],
    [["volume"], "announce", '{"address":"http://house.example/bell.mp3","volume":90}', "volume"],
    [["volume"], "announce", "http://house.example/bell.mp3", undefined],
  ])(
    "who is denied %j besides and sends %s %s sets a denied control: %s",
    (more, target, request, expected) => {
      expect(deniedControl(deniedToGuests(more), target, request)).toBe(expected);
    },
  );
});
