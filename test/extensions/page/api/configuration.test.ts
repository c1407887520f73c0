import { describe, expect, it } from "vitest";
import type { SetUp } from "../../../../src/extensions/page/set-up-views.ts";
import { FakePage } from "../fake-page.ts";
import type { OpenApi } from "./contract.ts";

const nothing = { changes: [], needsRestart: [], problems: [] };

const answers: Readonly<Record<keyof SetUp, (id: string) => unknown>> = {
  view: () => {
    const file = { name: "f.yaml", exists: true, revision: "r", hasLastGood: false, hasDefaults: false };
    const lists = { problems: [], needsRestart: [], settings: [], players: [], operations: [] };
    return { file, ...lists, findsPlayers: false, listFixedBy: null };
  },
  check: () => ({ kind: "valid", ...nothing }),
  save: () => ({ kind: "saved", ...nothing }),
  lookBack: () => ({ problems: [], differences: [] }),
  goBack: () => ({ kind: "saved", ...nothing }),
  restart: () => [],
  discover: () => ({ players: [], brokers: [] }),
  tryBroker: () => ({ isUsable: true, findings: [] }),
  tryPlayer: () => ({ isUsable: true, findings: [] }),
  ownSettings: (id) => (id === "den" ? { settings: [] } : undefined),
};

/** Answers all that it is asked, and writes it down. */
function recordingSetUp(change: Partial<typeof answers> = {}) {
  const calls: unknown[] = [];
  const entries = Object.entries({ ...answers, ...change }).map(([name, answer]) => [
    name,
    (...given: [string]) => {
      calls.push([name, ...given]);
      return answer(...given);
    },
  ]);
  return { calls, ...(Object.fromEntries(entries) as SetUp) };
}

async function started(change: Partial<typeof answers> = {}) {
  const setUp = recordingSetUp(change);
  const fake = new FakePage({}, undefined, setUp);
  const send = async (method: string, path: string, body?: unknown, own: Record<string, string> = {}) => {
    const headers = { "content-type": "application/json", ...(await fake.ownHeaders()), ...own };
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
    ["GET", "/configuration", undefined, [["view"]]],
    ["POST", "/configuration/check", change, [["check", change]]],
    ["PATCH", "/configuration", change, [["save", change, "192.0.2.9"]]],
    ["GET", "/configuration/back", undefined, [["lookBack"]]],
    ["POST", "/configuration/back", { revision: "r" }, [["goBack", "r", "192.0.2.9"]]],
    ["POST", "/discovery", undefined, [["discover"]]],
    ["POST", "/discovery/broker", { url: "mqtt://b" }, [["tryBroker", { url: "mqtt://b" }]]],
    ["GET", "/players/den/settings", undefined, [["ownSettings", "den"]]],
    ["POST", "/discovery/player", { url: "b", psk: "x" }, [["tryPlayer", { url: "b", psk: "x" }]]],
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
    const other = await started({ restart: () => ["log.level (f.yaml): is wrong"] });
    using _other = other.fake;
    const refused = await other.send("POST", "/bridge/restart");
    expect([refused.status, await refused.json()]).toEqual([409, { error: "log.level (f.yaml): is wrong" }]);
  });

  it.each([
    ["another site", { "sec-fetch-site": "cross-site" }],
    ["a page without the forgery token", { "x-forgery-token": "guess" }],
  ])("and everything else refuses changes from %s", async (_who, headers) => {
    const { fake, setUp, send } = await started();
    using _fake = fake;
    const { paths } = (await (await fake.ask("/api/v1/openapi.json")).json()) as OpenApi;
    const changes = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).flatMap((method) =>
        method === "get" ? [] : [[method.toUpperCase(), path] as const],
      ),
    );
    expect(changes.length).toBeGreaterThan(8);
    for (const [method, path] of changes)
      expect((await send(method, path, change, headers)).status).toBe(403);
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
});
