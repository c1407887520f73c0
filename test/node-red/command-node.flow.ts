import { describe, expect, it } from "vitest";
import { brokerKinds } from "./broker.ts";
import { command, deployWithMessages, id, payloads, shown, startBridge } from "./nodes-flow.ts";
import { setStage } from "./stage.ts";

describe.each(brokerKinds)("the command node, with a broker that is %s,", (broker) => {
  it("waits for the outcome: done, unchanged, and refused with the reason", async () => {
    await using stage = await setStage({ broker });
    await startBridge(stage);
    const any = command("any", "", "payload", { player: "", valueType: "msg" });
    await deployWithMessages(stage, [
      [command("bt", "audio/input", "BT"), {}],
      [command("wrong", "audio/output", "Nowhere"), {}],
      [command("volume", "volume", "+5"), {}],
      [any, { topic: `player2mqtt/${id}/audio/input/set`, payload: "BT", mine: "kept" }],
    ]);
    await expect
      .poll(() => stage.nodeRed.get("/player2mqtt/bridge/bridge/players"))
      .toMatchObject({ players: [{ id }] });
    await stage.nodeRed.press("press bt");
    await expect
      .poll(() => payloads(stage, "bt"))
      .toMatchObject([{ player: id, command: "audio/input", request: "BT", outcome: "applied", tag: "BT" }]);
    expect(stage.player.player.audio.input?.tag).toBe("BT");
    await expect.poll(() => stage.nodeRed.look("bt")).toBe("green dot ✓ audio/input BT");
    await stage.nodeRed.press("press bt");
    await expect.poll(() => payloads(stage, "bt")[1]).toMatchObject({ outcome: "unchanged" });
    await stage.nodeRed.press("press wrong");
    await expect
      .poll(() => payloads(stage, "wrong 2"))
      .toMatchObject([{ outcome: "rejected", request: "Nowhere" }]);
    await expect.poll(() => stage.nodeRed.look("wrong")).toMatch(/^red dot audio\/output Nowhere: \w.{16}…$/);
    await stage.nodeRed.press("press any");
    const kept = { topic: `player2mqtt/${id}/audio/input`, player: id, mine: "kept" };
    await expect
      .poll(() => shown(stage, "any"))
      .toMatchObject([{ ...kept, payload: { outcome: "unchanged" } }]);
    await stage.nodeRed.press("press volume");
    await expect
      .poll(() => payloads(stage, "volume 2"))
      .toMatchObject([{ outcome: "rejected", reason: "this player has no volume" }]);
    expect([...payloads(stage, "bt 2"), ...payloads(stage, "wrong"), ...payloads(stage, "volume")]).toEqual(
      [],
    );
  });
});
