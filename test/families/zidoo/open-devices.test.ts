import { describe, expect, it } from "vitest";
import { DeviceError } from "../../../src/core/errors.ts";
import { OpenDevices } from "../../../src/families/zidoo/open-devices.ts";
import { startSimulator } from "../../../src/tools/simulator/zidoo/start-simulator.ts";

const never = new AbortController().signal;

function optionsFor(url: string): Parameters<OpenDevices["open"]>[1] {
  const queue = { publish: "window", window: 50, fields: "essential", maxPayloadBytes: 100_000 } as const;
  return { url, pathPrefix: "Device", psk: undefined, timeoutMs: 5000, maxBodyBytes: 2 ** 26, queue };
}

describe("a device that is open", () => {
  it("gives its last answers, and any part of its queue", async () => {
    await using simulator = await startSimulator({ queueSize: 300 });
    const devices = new OpenDevices();
    expect([devices.answers("den"), devices.queueEntries("den", 0, 2)]).toEqual([[], []]);
    const client = devices.open("den", optionsFor(simulator.url));
    expect(devices.queueEntries("den", 0, 2)).toEqual([]);
    await client.read("queue", never);
    await client.read("queue", never);
    const [answer] = devices.answers("den");
    expect(answer?.operation).toBe("/DeviceMusicControl/v2/getPlayQueue");
    expect(JSON.parse(answer?.body.toString() ?? "")).toMatchObject({ total: 300 });
    const entries = devices.queueEntries("den", 298, 100);
    expect(entries).toMatchObject([{ position: 298 }, { position: 299 }]);
    expect(entries[0]).toEqual(
      expect.objectContaining({ title: simulator.player.music.entries[298]?.title }),
    );
    await client[Symbol.asyncDispose]();
    expect(devices.answers("den")).toEqual([]);
  });

  it("fetches pictures from its own host only, one request at a time", async () => {
    await using simulator = await startSimulator();
    const devices = new OpenDevices();
    await using client = devices.open("den", optionsFor(simulator.url));
    const url = `${simulator.url}/SystemSettings/getItemSettingIcon?iconName=XMOS.svg`;
    const [picture] = await Promise.all([
      devices.picture("den", url, never),
      client.read("audio", never),
      devices.picture("den", url, never),
    ]);
    expect([picture.status, picture.body.byteLength > 50]).toEqual([200, true]);
    expect(simulator.traffic.maxConcurrent).toBe(1);
    await expect(devices.picture("den", "http://192.0.2.1/x.png", never)).rejects.toThrow("another host");
    expect(() => devices.picture("attic", url, never)).toThrow(DeviceError);
  });

  it("that was opened anew is not forgotten when the old way to it closes", async () => {
    await using simulator = await startSimulator();
    const devices = new OpenDevices();
    const old = devices.open("den", optionsFor(simulator.url));
    await using client = devices.open("den", optionsFor(simulator.url));
    await client.read("audio", never);
    await old[Symbol.asyncDispose]();
    expect(devices.answers("den")).toHaveLength(1);
  });
});
