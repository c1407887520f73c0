import { expect, it } from "vitest";
import { startSimulator } from "../../simulator/zidoo/start-simulator.ts";
import { Bridged } from "../support/bridge/bridged.ts";
import { until } from "../support/bridge/until.ts";

it("the sound is told from the state that is read anyway, and its DSP profile when that may have changed", async () => {
  await using sim = await startSimulator({ preset: "audio", now: () => 1_000_000 });
  await using bridged = await Bridged.settled(sim);
  const { sound, music, volume } = sim.player;
  const track = music.entries[music.index];
  await bridged.waitFor(
    "sound/processing",
    '{"dsp":false,"eq":false,"subwoofer":false,"profile":"Study desk"}',
  );
  expect(bridged.json("sound/source")).toMatchObject({
    codec: track?.extension.toUpperCase(),
    sampleRateHz: track?.sampleRateHz,
    bits: track?.bits,
    channels: 2,
  });
  expect(bridged.json("sound/output")).toEqual({
    sampleRateHz: track?.sampleRateHz,
    bits: track?.bits,
    format: "PCM",
  });
  // The volume is below its maximum.
  expect(bridged.payload("sound/bit-perfect")).toBe("off");
  if (volume !== undefined) volume.level = volume.max;
  await bridged.waitFor("sound/bit-perfect", "on");
  expect(sim.traffic.count("getDSPSourceInList")).toBe(1);
  sound?.profiles.set("XMOS", { name: "Night", enabled: true });
  if (sound !== undefined) sound.dspActive = true;
  await bridged.waitFor("sound/bit-perfect", "off");
  await until(
    () => bridged.json("sound/processing") !== undefined && sim.traffic.count("getDSPSourceInList") === 2,
  );
  await bridged.waitFor("sound/processing", '{"dsp":true,"eq":false,"subwoofer":false,"profile":"Night"}');
  expect(await bridged.set("audio/input", "BT")).toMatchObject({ outcome: "applied" });
  await bridged.waitFor("sound/processing", '{"dsp":true,"eq":false,"subwoofer":false,"profile":"Loud"}');
  expect(bridged.json("sound/dsp-profiles")).toEqual([
    { input: "XMOS", profile: "Night", enabled: true },
    { input: "BT", profile: "Loud", enabled: true },
    { input: "EARC", profile: "Study desk", enabled: false },
  ]);
  music.pause();
  await bridged.waitFor("music/state", "paused");
});
