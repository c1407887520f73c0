import { describe, expect, it } from "vitest";
import type { SetUp } from "../../../../src/extensions/page/set-up-views.ts";
import { FakePage } from "../fake-page.ts";
import { StreamReader } from "../stream-reader.ts";

const nothing = { changes: [], needsRestart: [], problems: [] };

class FakeSetUp implements SetUp {
  readonly calls: unknown[] = [];

  view(): ReturnType<SetUp["view"]> {
    const file = { name: "f.yaml", exists: true, revision: "r", hasLastGood: false, hasDefaults: false };
    const lists = { problems: [], needsRestart: [], settings: [], players: [], operations: [] };
    return { file, ...lists, findsPlayers: false, listFixedBy: null };
  }

  check(change: Parameters<SetUp["check"]>[0]): ReturnType<SetUp["check"]> {
    this.calls.push(["check", change]);
    return { kind: "valid", ...nothing };
  }

  save(...given: Parameters<SetUp["save"]>): ReturnType<SetUp["save"]> {
    this.calls.push(["save", ...given]);
    return Promise.resolve({ kind: "saved", ...nothing });
  }

  lookBack(): ReturnType<SetUp["lookBack"]> {
    this.calls.push(["look back"]);
    return { problems: [], differences: [] };
  }

  goBack(...given: Parameters<SetUp["goBack"]>): ReturnType<SetUp["goBack"]> {
    this.calls.push(["back", ...given]);
    return Promise.resolve({ kind: "saved", ...nothing });
  }

  problems: readonly string[] = [];

  restart(from: string): readonly string[] {
    this.calls.push(["restart", from]);
    return this.problems;
  }

  discover(): ReturnType<SetUp["discover"]> {
    return Promise.resolve({ players: [], brokers: [] });
  }

  tryBroker(trial: Parameters<SetUp["tryBroker"]>[0]): ReturnType<SetUp["tryBroker"]> {
    this.calls.push(["broker", trial]);
    return Promise.resolve({ isUsable: true, findings: [] });
  }

  ownSettings(id: string): ReturnType<SetUp["ownSettings"]> {
    this.calls.push(["settings", id]);
    return Promise.resolve(id === "den" ? { settings: [] } : undefined);
  }

  tryPlayer(trial: Parameters<SetUp["tryPlayer"]>[0]): ReturnType<SetUp["tryPlayer"]> {
    this.calls.push(["player", trial]);
    return Promise.resolve({ isUsable: true, findings: [] });
  }
}

async function started(rules: ConstructorParameters<typeof FakePage>[0] = {}) {
  const setUp = new FakeSetUp();
  const fake = new FakePage(rules, undefined, setUp);
  const send = async (method: string, path: string, body?: unknown, own: Record<string, string> = {}) => {
    const reader = new StreamReader(await fake.ask("/api/v1/events"));
    const { forgeryToken } = await reader.nextOf("hello");
    await reader.leave();
    const headers = {
      "content-type": "application/json",
      "sec-fetch-site": "same-origin",
      "x-forgery-token": forgeryToken,
      ...own,
    };
    return fake.ask(
      `/api/v1${path}`,
      { method, headers, body: body === undefined ? null : JSON.stringify(body) },
      "192.0.2.9",
    );
  };
  return { fake, setUp, send };
}

const change = {
  revision: "r",
  edits: [{ kind: "add-player", values: { id: "a", url: "b", "poll.pace": null } }],
};

describe("the configuration over HTTP", () => {
  it.each([
    ["GET", "/configuration", undefined, []],
    ["POST", "/configuration/check", change, [["check", change]]],
    ["PATCH", "/configuration", change, [["save", change, "192.0.2.9"]]],
    ["GET", "/configuration/back", undefined, [["look back"]]],
    ["POST", "/configuration/back", { revision: "r" }, [["back", "r", "192.0.2.9"]]],
    ["POST", "/discovery", undefined, []],
    ["POST", "/discovery/broker", { url: "mqtt://b" }, [["broker", { url: "mqtt://b" }]]],
    ["GET", "/players/den/settings", undefined, [["settings", "den"]]],
    ["POST", "/discovery/player", { url: "b", psk: "x" }, [["player", { url: "b", psk: "x" }]]],
  ])("%s %s", async (method, path, body, calls) => {
    const { fake, setUp, send } = await started();
    using _fake = fake;
    expect((await send(method, path, body)).status).toBe(200);
    expect(setUp.calls).toEqual(calls);
  });

  it("says once what a value may be", async () => {
    const { fake, send } = await started();
    using _fake = fake;
    const edits = [{ kind: "set", name: "log.level", value: [[1]] }];
    const refused = await send("PATCH", "/configuration", { revision: "r", edits });
    expect([refused.status, await refused.json()]).toEqual([
      400,
      { error: "body.edits[0].value: expected string or number or boolean or null or object" },
    ]);
  });

  it("restarts the bridge", async () => {
    const { fake, setUp, send } = await started();
    using _fake = fake;
    expect((await send("POST", "/bridge/restart")).status).toBe(202);
    expect(setUp.calls).toEqual([["restart", "192.0.2.9"]]);
    setUp.problems = ["log.level (f.yaml): is wrong"];
    const refused = await send("POST", "/bridge/restart");
    expect([refused.status, await refused.json()]).toEqual([409, { error: "log.level (f.yaml): is wrong" }]);
  });

  it.each([
    ["another site", { "sec-fetch-site": "cross-site" }],
    ["a page without the forgery token", { "x-forgery-token": "guess" }],
  ])("refuses changes from %s", async (_who, headers) => {
    const { fake, setUp, send } = await started();
    using _fake = fake;
    for (const [method, path, body] of [
      ["PATCH", "/configuration", change],
      ["POST", "/configuration/back", { revision: "r" }],
      ["POST", "/bridge/restart", undefined],
      ["POST", "/discovery/broker", { url: "mqtt://b" }],
    ] as const) {
      expect((await send(method, path, body, headers)).status).toBe(403);
    }
    expect(setUp.calls).toEqual([]);
  });

  it("is closed beyond loopback without the token", async () => {
    const setUp = new FakeSetUp();
    for (const [token, status] of [
      ["", 403],
      ["long-enough-token", 401],
    ] as const) {
      using fake = new FakePage({ host: "0.0.0.0", token }, undefined, setUp);
      expect((await fake.ask("/api/v1/configuration")).status).toBe(status);
      const headers = { "content-type": "application/json", "sec-fetch-site": "same-origin" };
      const body = JSON.stringify(change);
      expect((await fake.ask("/api/v1/configuration", { method: "PATCH", headers, body })).status).toBe(
        status,
      );
    }
    expect(setUp.calls).toEqual([]);
  });

  it.each([
    [{ revision: "r", edits: [] }],
    [{ revision: "r", edits: [{ kind: "destroy" }] }],
    [{ revision: "r", edits: [{ kind: "add-player", values: { "__proto__.x": 1 } }] }],
    [{ edits: change.edits }],
    [{ ...change, force: true }],
  ])("refuses %j", async (body) => {
    const { fake, setUp, send } = await started();
    using _fake = fake;
    expect((await send("PATCH", "/configuration", body)).status).toBe(400);
    expect(setUp.calls).toEqual([]);
  });

  it("is open to users that Home Assistant forwards, and to nobody else", async () => {
    const setUp = new FakeSetUp();
    using fake = new FakePage({ host: "172.30.32.1", ingress: true }, undefined, setUp);
    const supervisor = "172.30.32.2";
    const reader = new StreamReader(await fake.ask("/api/v1/events", {}, supervisor));
    const { forgeryToken } = await reader.nextOf("hello");
    await reader.leave();
    const headers = {
      "content-type": "application/json",
      "x-forgery-token": forgeryToken,
      origin: "https://home.example",
      "x-forwarded-host": "home.example",
    };
    const init = { method: "PATCH", headers, body: JSON.stringify(change) };
    expect((await fake.ask("/api/v1/configuration", init, "172.30.32.3")).status).toBe(403);
    expect(setUp.calls).toEqual([]);
    expect((await fake.ask("/api/v1/configuration", init, supervisor)).status).toBe(200);
    expect(setUp.calls).toEqual([["save", change, supervisor]]);
  });

  it("is not there where the configuration comes from no file", async () => {
    using fake = new FakePage();
    expect((await fake.ask("/api/v1/configuration")).status).toBe(404);
  });
});
