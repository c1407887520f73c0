import { fetch } from "undici";
import { expect, it } from "vitest";
import { startSimulator } from "../../simulator/zidoo/start-simulator.ts";
import { calledNames } from "../../src/core/controls/command.ts";
import { call } from "../cli/running-command.ts";
import { Bridged } from "../support/bridge/bridged.ts";
import { until } from "../support/bridge/until.ts";

/** What no control takes, and a preset neither. */
const nonsense = "no such value";

/** The doors of a bridge: each sends a command and gives the control for which the bridge takes it. */
function doorsOf(bridged: Bridged) {
  const { bridge, subscriber } = bridged;
  let transactions = 0;
  return {
    mqtt: async (name: string, value: string) => {
      const transaction = (transactions += 1);
      await subscriber.send(`player2mqtt/den/${name}/set`, JSON.stringify({ value, transaction }));
      const isOwn = (result: { readonly transaction?: unknown }) => result.transaction === transaction;
      return (await until(() => subscriber.results.find(isOwn), 10_000)).command;
    },
    http: async (name: string, request: string) => {
      const response = await fetch(`${bridge.httpUrl}/api/v1/players/den/commands`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ command: name, request }),
      });
      const { command } = (await response.json()) as { readonly command: string };
      return command;
    },
    line: async (name: string, request: string) => {
      await call(["set", "den", name, request, `--mqtt.url=${bridge.brokerUrl}`]);
      return (await until(() => subscriber.results.at(-1), 10_000)).command;
    },
  };
}

it("MQTT and HTTP mean the same control by each name", async () => {
  await using den = await startSimulator({ playsTogether: false });
  await using bridged = await Bridged.settled(den, { hasHttp: true });
  const { http, mqtt } = doorsOf(bridged);
  for (const name of calledNames) {
    const control = await mqtt(name, nonsense);
    expect([name, await http(name, nonsense)]).toEqual([name, control]);
    expect(`/${control}`.endsWith(`/${name}`)).toBe(true);
  }
});

it.each([
  ["output", "HDMI audio", "audio/output"],
  ["playback", "pause", "video/playback"],
  ["position", "30", "video/position"],
  ["video/subtitle", "off", "video/subtitle"],
])("the command line, too, means by %s %s the control %s", async (name, request, control) => {
  await using den = await startSimulator({ playsTogether: false });
  await using bridged = await Bridged.settled(den, { hasHttp: true });
  const { http, line, mqtt } = doorsOf(bridged);
  expect([await line(name, request), await mqtt(name, request), await http(name, request)]).toEqual([
    control,
    control,
    control,
  ]);
});
