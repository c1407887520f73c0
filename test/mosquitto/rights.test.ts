import { readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { commandTopics } from "../../src/core/topics/topics.ts";
import { buildProgram } from "../cli/program.ts";
import { eventually } from "../support/eventually.ts";
import { readRetained, TestClient } from "../support/mqtt-client.ts";
import { isNatsMissing, startNats } from "../support/start-nats.ts";
import { isMosquittoMissing, startMosquitto } from "../support/start-mosquitto.ts";
import { ProcessFleet, untilShared } from "./process-fleet.ts";

const password = "of all of them";
const users = { player2mqtt: password, household: password, tenant: password, "home-assistant": password };
const replies = "player2mqtt-replies/me";
const [theirs, others] = ["player-1", "player-0"];

describe.skipIf(isMosquittoMissing || isNatsMissing)("the documented rights", { timeout: 200_000 }, () => {
  it("are enough for the members of a fleet, over a move and a restart, and show a tenant one player", async () => {
    const acl = readFileSync("docs/acl.example.conf", "utf8").replaceAll("living-room", theirs);
    await using broker = await startMosquitto({ users, config: ["acl_file {dir}/acl"], files: { acl } });
    await using program = await buildProgram();
    await using store = await startNats();
    await using fleet = await ProcessFleet.create({
      program,
      brokerUrl: broker.url,
      storeUrl: store.url,
      size: 4,
    });
    await fleet.writeFile();
    const start = (member: string) =>
      fleet.start(member, undefined, {
        MQTT_USERNAME: "player2mqtt",
        MQTT_PASSWORD: password,
        QUEUE_PUBLISH: "all",
      });
    const connect = (username: string, ...filters: readonly string[]): Promise<TestClient> =>
      TestClient.connect(broker.url, filters, { username, password });
    await using house = await connect("home-assistant", "#");
    await using household = await connect("household", "player2mqtt/#", replies);
    await using tenant = await connect("tenant", "#");
    const leftPage = `player2mqtt/${theirs}/music/queue/pages/99`;
    await house.publish(leftPage, "[]", { retain: true });
    const says = (leaf: string, text: unknown): Promise<void> =>
      eventually(
        () => expect([leaf, tenant.state.get(`player2mqtt/${theirs}/${leaf}`)]).toEqual([leaf, text]),
        40_000,
      );
    const shares = (members: readonly string[]): Promise<void> => untilShared(fleet, house, members);

    const [first, second] = [await start("a"), await start("b")];
    await shares(["a", "b"]);
    await says("availability", "online");
    // Between two members, nobody hears a command.
    await delay(2000);
    const player = fleet.players.get(theirs)?.player;
    const [, wanted] = player?.audio.inputs ?? [];
    const select = (id: string) => tenant.publish(`player2mqtt/${id}/audio/input/set`, wanted?.tag ?? "");
    await expect(select(others)).rejects.toThrow("Not authorized");
    await select(theirs);
    await eventually(() => expect(player?.audio.input?.tag).toBe(wanted?.tag));
    await tenant.publish(`player2mqtt/${theirs}/sleep/set`, "45");
    await says("sleep", "45");

    // Everybody is answered, wherever they want to be, also about what was sent retained.
    const topics = commandTopics("player2mqtt", theirs);
    const payload = '{"value":"?","transaction":"each"}';
    for (const topic of topics)
      await household.publish(topic, payload, { properties: { responseTopic: replies } });
    const told = (): Set<string> =>
      new Set(household.on(replies).map((text) => (JSON.parse(text) as { command: string }).command));
    await eventually(() =>
      expect(Array.from(told(), (command) => `player2mqtt/${theirs}/${command}/set`).toSorted()).toEqual(
        topics.toSorted(),
      ),
    );
    const [kept = ""] = topics;
    await household.publish(kept, "x", { retain: true });
    await eventually(async () =>
      expect(await readRetained(broker.url, kept, { username: "household", password })).toEqual(new Map()),
    );
    await eventually(() => expect(household.state.has(leftPage)).toBe(false));
    expect(household.state.get(`player2mqtt/${theirs}/music/queue/pages/0`)).toMatch(/^\[/);
    const forged = household.publish("player2mqtt/bridge-a/state", "offline", { retain: true });
    await expect(forged).rejects.toThrow("Not authorized");

    // Each of them takes over what the other one, and an earlier run, has left.
    first.kill("SIGTERM");
    await first.ended;
    await shares(["b"]);
    second.kill("SIGTERM");
    await second.ended;
    expect(tenant.state.get("player2mqtt/bridge-b/state")).toBe("offline");
    const last = await start("a");
    await shares(["a"]);
    await says("availability", "online");
    await delay(2000);
    await tenant.publish(`player2mqtt/${theirs}/sleep/set`, '{"value": 0, "transaction": "end"}');
    await eventually(() =>
      expect(tenant.on(`player2mqtt/${theirs}/result`).at(-1)).toMatch(/"applied".*"end"/),
    );
    last.kill("SIGTERM");
    await last.ended;

    expect(fleet.players.get(others)?.player.audio.input?.tag).not.toBe(wanted?.tag);
    const foreign = tenant.seen
      .map(({ topic }) => topic)
      .filter((topic) => !topic.startsWith(`player2mqtt/${theirs}/`));
    expect([...new Set(foreign)].toSorted()).toEqual([
      "player2mqtt/bridge-a/state",
      "player2mqtt/bridge-b/state",
    ]);
  });
});
