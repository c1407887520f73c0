import { describe, expect, it } from "vitest";
import type { ControlName } from "../../src/core/controls/table.ts";
import { startSimulator } from "../../simulator/zidoo/start-simulator.ts";
import { Bridged } from "../support/bridge/bridged.ts";

/** No schedule fires: what comes after an outcome follows from the command. */
const never = "0 0 1 1 *";
const args = {
  "device.gapMs": "150",
  "controls.experimental": "true",
  ...Object.fromEntries(
    ["audio", "video", "playlist", "queue", "state"].map((family) => [`poll.${family}`, never]),
  ),
};

describe("what follows from a command", () => {
  it.each<[ControlName, string, Readonly<Record<string, string>>]>([
    [
      "video/playlist",
      "1",
      {
        "video/title": "Moss, Slowly — a documentary",
        "video/playlist/current": "Moss, Slowly — a documentary",
      },
    ],
    ["video/playback", "next", { "video/playlist/current": "Moss, Slowly — a documentary" }],
    ["music/queue", "2", { "music/title": "Second Signal" }],
    ["music/playback", "next", { "music/title": "Hollow Orchard" }],
  ])("%s %s is read at once", async (control, request, expected) => {
    await using sim = await startSimulator({ preset: "video" });
    await using bridged = await Bridged.settled(sim, { args });
    expect(await bridged.set(control, request)).toMatchObject({ outcome: "applied" });
    for (const [leaf, text] of Object.entries(expected)) await bridged.waitFor(leaf, text);
  });
});
