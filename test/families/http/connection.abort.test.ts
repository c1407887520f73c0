import { describe, expect, it } from "vitest";
import { PlayerConnection } from "../../../src/families/http/connection.ts";
import { startScripted } from "../zidoo/scripted-player.ts";

function open(url: string): PlayerConnection {
  return new PlayerConnection({ url, timeoutMs: 5000, maxBodyBytes: 10_000 });
}

describe("a GET that is aborted", () => {
  it.each([new Error("stop"), "stop"])(
    "ends at once with the reason, an error or not: %s",
    async (reason) => {
      const controller = new AbortController();
      await using player = await startScripted([() => controller.abort(reason)]);
      await using http = open(player.url);
      await expect(http.get("/", controller.signal)).rejects.toBe(reason);
    },
  );

  it("is never sent when the signal had aborted before", async () => {
    await using player = await startScripted(["a"]);
    await using http = open(player.url);
    await expect(http.get("/", AbortSignal.abort(new Error("stop")))).rejects.toThrow("stop");
    await http.get("/next", new AbortController().signal);
    expect(player.asked.map(({ path }) => path)).toEqual(["/next"]);
  });
});

it("sends nothing after it was closed", async () => {
  await using player = await startScripted(["a"]);
  const http = open(player.url);
  await http[Symbol.asyncDispose]();
  await expect(http.get("/", new AbortController().signal)).rejects.toThrow("was closed by the bridge");
  expect(player.asked).toEqual([]);
});
