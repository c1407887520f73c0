import { describe, expect, it } from "vitest";
import { brokerKinds } from "./broker.ts";
import { base, deploy, id, payloads, shown, startBridge, state } from "./nodes-flow.ts";
import { setStage } from "./stage.ts";

describe.each(brokerKinds)("the state node, with a broker that is %s,", (broker) => {
  it("sends the present value at deploy, and each change once", async () => {
    await using stage = await setStage({ broker });
    await startBridge(stage);
    await expect.poll(() => stage.observer.on(`${base}/audio/input`)).toContain("XMOS");
    await deploy(stage, state("input", "audio/input"), state("later", "audio/input", { initial: false }));
    await expect
      .poll(() => shown(stage, "input"))
      .toMatchObject([{ payload: "XMOS", retain: true, player: id, topic: `${base}/audio/input` }]);
    await expect.poll(() => stage.nodeRed.look("input")).toBe("green dot XMOS");
    await stage.observer.publish(`${base}/audio/input/set`, "BT");
    await expect.poll(() => shown(stage, "input")[1]).toMatchObject({ payload: "BT", retain: false });
    await expect.poll(() => shown(stage, "later")).toMatchObject([{ payload: "BT", retain: false }]);
    // A copy of what is known already is no change.
    await stage.observer.publish(`${base}/audio/input`, "BT", { retain: true });
    await stage.observer.publish(`${base}/audio/input`, "USB", { retain: true });
    await expect.poll(() => payloads(stage, "input").slice(0, 3)).toEqual(["XMOS", "BT", "USB"]);
  });

  it("knows what became empty while there was no connection, and what did not", async () => {
    await using stage = await setStage({ broker });
    const publish = (leaf: string, payload: string) =>
      stage.observer.publish(`player2mqtt/${leaf}`, payload, { retain: true });
    await publish("bridge/state", "online");
    await publish(`${id}/availability`, "online");
    await publish(`${id}/video/title`, "1917");
    await publish(`${id}/video/codec`, "H.265");
    await deploy(stage, state("title", "video/title"), state("all", ""));
    await expect.poll(() => payloads(stage, "title")).toEqual(["1917"]);
    await expect
      .poll(() => payloads(stage, "all"))
      .toMatchObject([{ video: { title: "1917", codec: "H.265" } }]);
    stage.cable.unplug();
    await expect.poll(() => stage.nodeRed.look("title")).toBe("red ring player2mqtt.status.broker");
    await publish(`${id}/video/title`, "");
    stage.cable.plugIn();
    await expect
      .poll(() => payloads(stage, "all"))
      .toMatchObject([
        { online: true, video: { title: "1917" } },
        { online: false },
        { online: true, video: { codec: "H.265" } },
      ]);
    expect(shown(stage, "all").at(-1)).not.toHaveProperty("payload.video.title");
    expect(shown(stage, "all").at(-1)).toMatchObject({ retain: true, changed: ["video/title"] });
  });
});
