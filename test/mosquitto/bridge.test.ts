import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { describe, expect, it } from "vitest";
import { ask } from "../extensions/http/served.ts";
import { fastClock } from "../../src/cli/conformance/fast-clock.ts";
import { eventually } from "../support/eventually.ts";
import { isMosquittoMissing, startMosquitto } from "../support/start-mosquitto.ts";
import { base, completeSnapshot, startWholeBridge } from "./whole-bridge.ts";

it.skipIf(isMosquittoMissing)("a broker is not needed for the bridge to start or to end", async () => {
  await using broker = await startMosquitto();
  await broker.stop();
  await using whole = await startWholeBridge(broker.url);
  await eventually(() => expect(whole.log.saying("cannot reach the broker, retrying")).toHaveLength(1));
  await broker.start();
  await completeSnapshot(broker.url);
  await broker.stop();
});

/** The first event of the page's stream. */
async function toldToPage(httpUrl: string): Promise<string> {
  const request = get(`${httpUrl}/api/v1/events`);
  const [response] = (await once(request, "response")) as [IncomingMessage];
  let text = "";
  for await (const piece of response.setEncoding("utf8")) {
    text += String(piece);
    if (text.includes("\n\n")) break;
  }
  request.destroy();
  return text;
}

describe.skipIf(isMosquittoMissing)("a broker that denies the bridge to write", () => {
  it.each([
    ["topic read #\n", "bridge/state"],
    [`topic readwrite ${base}/bridge/#\ntopic read #\n`, "den/availability"],
  ])("is named by log, page and readiness (%j)", async (acl, leaf) => {
    await using broker = await startMosquitto({ config: ["acl_file {dir}/acl"], files: { acl } });
    const args = { "homeassistant.enabled": "false" };
    await using whole = await startWholeBridge(broker.url, args, {}, { httpPorts: [0], clock: fastClock(5) });
    const topic = `${base}/${leaf}`;
    const { httpUrl = "" } = whole.bridge;
    await eventually(async () => {
      const { status, body } = await ask(httpUrl, "/readyz");
      expect([status, JSON.parse(body)]).toEqual([
        503,
        { status: "unready", reasons: expect.arrayContaining([`the broker refuses messages on ${topic}`]) },
      ]);
    });
    expect(await toldToPage(httpUrl)).toMatch(new RegExp(`The broker refuses our messages on [^"]*${topic}`));
    const warned = whole.log.lines.filter(({ level }) => level === "warn");
    expect(warned.map(({ fields }) => fields["topic"])).toContain(topic);
    expect((await ask(httpUrl, "/healthz")).status).toBe(200);
  });
});
