import { describe, expect, it } from "vitest";
import { brokerKinds } from "./broker.ts";
import { base, deploy, id, payloads, setScene, shown, state } from "./nodes-flow.ts";
import { setStage } from "./stage.ts";

describe.each(brokerKinds)("the state node, with a broker that is %s,", (broker) => {
  it("sends the present value, each change once, and what became empty while there was no connection", async () => {
    await using stage = await setStage({ broker });
    await setScene(stage);
    const publish = (leaf: string, payload: string) =>
      stage.observer.publish(`${base}/${leaf}`, payload, { retain: true });
    await publish("video/title", "1917");
    await publish("video/codec", "H.265");
    await deploy(stage, state("title", "video/title"), state("all", ""));
    await expect.poll(() => stage.nodeRed.look("title")).toBe("green dot 1917");
    for (const title of ["1917", "Tides"]) await publish("video/title", title);
    await expect.poll(() => payloads(stage, "all").at(-1)).toMatchObject({ video: { title: "Tides" } });
    stage.cable.unplug();
    await expect.poll(() => stage.nodeRed.look("title")).toBe("red ring player2mqtt.status.broker");
    await publish("video/title", "");
    stage.cable.plugIn();
    const common = { player: id, topic: `${base}/video/title` };
    await expect
      .poll(() => shown(stage, "title"))
      .toMatchObject([
        { ...common, payload: "1917", retain: true },
        { ...common, payload: "Tides", retain: false },
        { ...common, payload: "", retain: true },
      ]);
    await expect
      .poll(() => shown(stage, "all").slice(-2))
      .toMatchObject([
        { payload: { online: false, video: { title: "Tides" } } },
        { payload: { online: true, video: { codec: "H.265" } }, changed: ["video/title"], retain: true },
      ]);
    expect(shown(stage, "all").at(-1)).not.toHaveProperty("payload.video.title");
  });
});
