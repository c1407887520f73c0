import { describe, expect, it } from "vitest";
import { DeviceHttp } from "../../../src/families/http/http.ts";
import { startScripted } from "../zidoo/scripted-player.ts";

function open(url: string): DeviceHttp {
  return new DeviceHttp({ url, timeoutMs: 5000, maxBodyBytes: 10_000 });
}

describe("a GET that is aborted", () => {
  it("ends at once with the reason", async () => {
    const controller = new AbortController();
    await using player = await startScripted([() => controller.abort(new Error("stop"))]);
    await using http = open(player.url);
    await expect(http.get("/", controller.signal)).rejects.toThrow("stop");
  });

  it("ends at once also with a reason that is no error", async () => {
    const controller = new AbortController();
    await using player = await startScripted([() => controller.abort("stop")]);
    await using http = open(player.url);
    await expect(http.get("/", controller.signal)).rejects.toBe("stop");
  });

  it("is never sent when the signal had aborted before", async () => {
    await using player = await startScripted(["a"]);
    await using http = open(player.url);
    await expect(http.get("/", AbortSignal.abort(new Error("stop")))).rejects.toThrow("stop");
    await http.get("/next", new AbortController().signal);
    expect(player.asked.map(({ path }) => path)).toEqual(["/next"]);
  });
});
