import { expect, it } from "vitest";
import { AnswerDeadline } from "../../../src/families/http/answer-deadline.ts";
import type { HttpOptions } from "../../../src/families/http/connection.ts";
import { Renderer } from "../../../src/families/http/renderer.ts";
import { startScripted } from "../zidoo/scripted-player.ts";

const { signal } = new AbortController();
const stream = { address: "http://radio.example/one.mp3", title: "One", picture: undefined };

function rendererOf({ url }: { readonly url: string }, options: Partial<HttpOptions> = {}): Renderer {
  const whole = { url, timeoutMs: 5000, maxBodyBytes: 1000, ...options };
  return new Renderer(whole, async () => `${url}/description.xml`);
}

it("a renderer is asked nothing while another bridge may have the player", async () => {
  await using player = await startScripted([{ status: 200, body: "<root/>" }]);
  let isOnHold = true;
  const renderer = rendererOf(player, { isOnHold: () => isOnHold });
  const play = () => renderer.play(stream, signal);
  await expect(play()).rejects.toThrow("another bridge may have the player");
  expect(player.asked).toEqual([]);
  isOnHold = false;
  expect(await play()).toMatchObject({ kind: "refused" });
  expect(player.asked).toHaveLength(1);
});

it("a renderer is told what to play, and then to play, as its description says where", async () => {
  const type = "urn:schemas-upnp-org:service:AVTransport:1";
  const service = `<service><serviceType>${type}</serviceType><controlURL>/c?a=1</controlURL></service>`;
  await using player = await startScripted([`<root><device>${service}</device></root>`, "<ok/>"]);
  expect(await rendererOf(player).play(stream, signal)).toEqual({ kind: "done" });
  expect(
    player.asked.map(({ path, headers }) => [path, headers["soapaction"], headers["content-type"]]),
  ).toEqual([
    ["/description.xml", undefined, undefined],
    ...["SetAVTransportURI", "Play"].map((act) => [
      "/c?a=1",
      `"${type}#${act}"`,
      'text/xml; charset="utf-8"',
    ]),
  ]);
});

it("a slow renderer grants its player no more time", async () => {
  let now = 0;
  await using player = await startScripted(() => (response) => {
    now += 4000;
    response.end("<root/>");
  });
  const clock = { now: () => now, after: () => () => {} };
  const deadline = new AnswerDeadline(5000);
  expect(await rendererOf(player, { clock, deadline }).play(stream, signal)).toMatchObject({
    kind: "refused",
  });
  expect(deadline.ms).toBe(5000);
});
