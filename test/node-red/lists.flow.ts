import { createRequire } from "node:module";
import { join } from "node:path";
import { request } from "undici";
import { describe, expect, inject, it } from "vitest";
import { startBroker } from "./broker.ts";
import { folderOf } from "./install-runtime.ts";
import { deploy, flowOf, id, setScene, state } from "./nodes-flow.ts";
import { observe, setStage } from "./stage.ts";

describe("the lists of the editor", () => {
  const broker = "embedded";
  const drafted = `/player2mqtt/broker/broker/players?base=${encodeURIComponent("player2mqtt")}`;

  it("of a bridge that is not deployed yet are those of its broker as it is deployed now", async () => {
    await using stage = await setStage({ broker });
    await setScene(stage);
    await deploy(stage, state("here", "online"));
    await expect.poll(() => stage.nodeRed.get(drafted)).toMatchObject({ players: [{ id }] });
    await using other = await startBroker(broker);
    await using there = await observe(other.url);
    const told = { "bridge/state": "online", "loft/info": '{"id":"loft"}', "loft/availability": "online" };
    for (const [leaf, payload] of Object.entries(told))
      await there.publish(`player2mqtt/${leaf}`, payload, { retain: true });
    await stage.nodeRed.deployNodes(flowOf(other.port, state("here", "online")));
    await expect.poll(() => stage.nodeRed.get(drafted)).toMatchObject({ players: [{ id: "loft" }] });
  });

  it("are refused to a stranger, and to a reader who asks for a base topic of their own", async () => {
    const { hashSync } = createRequire(join(folderOf(`node-red-${inject("nodeRedMajor")}`), "package.json"))(
      "bcryptjs",
    );
    const reader = { username: "reader", password: hashSync("secret", 4), permissions: "read" };
    await using stage = await setStage({
      broker,
      nodeRed: { adminAuth: { type: "credentials", users: [reader] } },
    });
    const at = async (path: string, headers: Record<string, string> = {}) =>
      (await request(`${stage.nodeRed.url}/player2mqtt/${path}`, { headers })).statusCode;
    expect(await at("bridge/bridge/players")).toBe(401);
    expect(await at("broker/broker/players?base=player2mqtt")).toBe(401);
    const { body } = await request(`${stage.nodeRed.url}/auth/token`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        client_id: "node-red-editor",
        grant_type: "password",
        scope: "read",
        username: "reader",
        password: "secret",
      }),
    });
    const { access_token: token } = (await body.json()) as { access_token: string };
    const authorization = { authorization: `Bearer ${token}` };
    // Nothing is deployed here, but this user may ask.
    expect(await at("bridge/bridge/players", authorization)).toBe(404);
    expect(await at("broker/broker/players?base=player2mqtt", authorization)).toBe(401);
  });
});
