import { fetch } from "undici";
import { expect, it } from "vitest";
import { startSimulator } from "../../simulator/zidoo/start-simulator.ts";
import { calledNames } from "../../src/core/controls/command.ts";
import { Bridged } from "../support/bridge/bridged.ts";
import { until } from "../support/bridge/until.ts";

/** What no control takes, and a preset neither. */
const nonsense = "no such value";

it("MQTT and HTTP mean the same control by each name", async () => {
  await using den = await startSimulator({ playsTogether: false });
  await using bridged = await Bridged.settled(den, { hasHttp: true });
  for (const [transaction, name] of calledNames.entries()) {
    await bridged.subscriber.send(
      `player2mqtt/den/${name}/set`,
      JSON.stringify({ value: nonsense, transaction }),
    );
    const isOwn = (result: { readonly transaction?: unknown }) => result.transaction === transaction;
    const { command } = await until(() => bridged.subscriber.results.find(isOwn), 10_000);
    const response = await fetch(`${bridged.bridge.httpUrl}/api/v1/players/den/commands`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ command: name, request: nonsense }),
    });
    expect([name, await response.json()]).toMatchObject([name, { command }]);
    expect(`/${command}`.endsWith(`/${name}`)).toBe(true);
  }
});
