import type { CDPSession } from "playwright-core";
import { expect, it } from "vitest";
import { onStage } from "./on-stage.ts";
import { ScriptedBridge } from "./scripted-bridge.ts";

/** The contents of a page after everything unused was collected. */
interface Held {
  readonly heapBytes: number;
  readonly nodes: number;
  readonly listeners: number;
}

async function held(session: CDPSession): Promise<Held> {
  // Some garbage is only found after a task, or holds on to more.
  for (let round = 0; round < 3; round++) await session.send("HeapProfiler.collectGarbage");
  const { metrics } = await session.send("Performance.getMetrics");
  const of = (name: string): number => metrics.find((one) => one.name === name)?.value ?? Number.NaN;
  return { heapBytes: of("JSHeapUsedSize"), nodes: of("Nodes"), listeners: of("JSEventListeners") };
}

it("does not grow in a tab that is open for weeks", async () => {
  const { stage } = await onStage({
    film: { playsTogether: false },
    music: { preset: "audio", queueSize: 500 },
  });
  await using bridge = await ScriptedBridge.before(stage);
  const page = await stage.look(bridge.url);
  await page.locator(".card").nth(1).waitFor();
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable");
  const { players } = bridge.hello;
  const routes = players.flatMap(({ id }) =>
    ["now", "queue", "remote", "topics", "diagnostics"].map((tab) => `#/players/${id}/${tab}`),
  );

  let count = 0;
  /** Hours of changes, samples, topics, lost streams, and players that come and go. */
  const live = async (messages: number): Promise<void> => {
    for (let sent = 0; sent < messages; sent++) {
      count += 1;
      for (const { id } of players) {
        const title = `Title ${count}`;
        bridge.send("change", {
          players: {
            [id]: {
              topics: {
                availability: count % 50 === 0 ? "offline" : "online",
                "video/title": title,
                "music/title": title,
                "music/picture": `cover-${count}`,
              },
              presence: { since: count, failures: 0, waking: null },
            },
          },
        });
      }
      bridge.send("topics", {
        "video/title": `Title ${count}`,
        [`topic/${count % 20}`]: count % 3 ? "x" : "",
      });
      if (count % 10 === 0) {
        bridge.send("sample", { messagesPerMinute: count });
        await page.waitForTimeout(1);
      }
    }
    await page.getByText(`Title ${count}`).first().waitFor();
  };
  const walk = async (): Promise<void> => {
    for (const route of [...routes, "#/check", "#/nowhere", "#/"]) {
      await page.evaluate(`location.hash = ${JSON.stringify(route)}`);
      await page.waitForTimeout(60);
    }
    bridge.send("change", { removed: players.map(({ id }) => id) });
    bridge.greet({});
    await page.locator(".card").nth(1).waitFor();
  };

  // Caches of the browser and of the page fill first.
  await walk();
  await live(300);
  const before = await held(session);
  for (let round = 0; round < 3; round++) {
    await live(500);
    await walk();
  }
  await live(300);
  // A view or two may wait to be collected; a leak of one card for each time that a player goes offline is more.
  await expect
    .poll(async () => {
      const now = await held(session);
      if (process.env["PAGE_FIGURES"] !== undefined) console.log({ before, now, messages: count * 3 });
      return {
        nodes: Math.max(0, now.nodes - before.nodes - 1200),
        listeners: Math.max(0, now.listeners - before.listeners - 180),
        heapBytes: Math.max(0, now.heapBytes - before.heapBytes - 3_000_000),
      };
    })
    .toEqual({ nodes: 0, listeners: 0, heapBytes: 0 });
});
