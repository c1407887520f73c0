import { expect, it } from "vitest";
import { expectedResourceNames, publicNameOf } from "../../src/core/resources/player.ts";
import { startSimulator } from "../../simulator/zidoo/start-simulator.ts";
import { Bridged } from "../support/bridge/bridged.ts";
import { until } from "../support/bridge/until.ts";

it("a video player's topics contain JSON for structured data", async () => {
  // Time stands still at the player, so that each value is known.
  await using sim = await startSimulator({ now: () => 1_000_000, prefix: "Zidoo" });
  await using bridged = await Bridged.settled(sim);
  await until(() => bridged.payload("video/audio-track/options"));
  await bridged.identified();
  expect(bridged.json("info")).toEqual({
    id: "den",
    identity: "player2mqtt_025e11000001",
    name: "den",
    family: "zidoo",
    address: sim.url,
    pathPrefix: "Zidoo",
    model: "SIM-V9 Pro",
    firmware: "v2.4.18",
    mac: "02:5e:11:00:00:01",
    wifiMac: "06:5e:11:00:00:01",
    families: {
      ...Object.fromEntries(expectedResourceNames.map((name) => [publicNameOf(name), "supported"])),
      videoVolume: "unsupported",
    },
    controls: expect.objectContaining({
      "audio/input": "supported",
      "video/playback": "supported",
      "music/queue": "off",
      volume: "unsupported",
      key: "unknown",
    }),
  });
  const icons = `${sim.url}/SystemSettings/getItemSettingIcon?iconName=`;
  expect(bridged.json("audio/input/options")).toContainEqual({
    tag: "SPDIF",
    name: "Turntable",
    value: "SPDIF",
    title: "Turntable",
    historyName: "Optical",
    index: 3,
    isEdit: true,
    icon: `${icons}SPDIF.png`,
    selecticon: `${icons}SPDIF_select.png`,
  });
  expect(bridged.json("audio/output/options")).toContainEqual({
    tag: "USB",
    name: "USB converter",
    value: "USB",
    title: "USB converter",
    enable: false,
    icon: `${icons}out_USB.png`,
    selecticon: `${icons}out_USB_select.png`,
  });
  expect(bridged.json("audio/output/info")).toMatchObject({
    name: "AVR Sonderling 9",
    option: 2,
    isConnect: true,
    formatLines: ["PCM 24bit 8ch", "Dolby TrueHD, DTS-HD MA", "DSD64"],
  });
  expect(bridged.json("video/status")).toMatchObject({
    video: { formt: "H.265", path: expect.stringContaining("#1.mkv"), filesize: "18,42 GiB" },
    "3D": { index: 0, information: "2D", isMvc3D: false },
  });
  expect(bridged.payload("video/status")).not.toContain("currentPosition");
  expect(bridged.json("video/playlist")).toMatchObject({ size: 3, currentIndex: 0, playlist: { length: 3 } });
  expect(bridged.json("music/queue")).toMatchObject({
    id: 41,
    start: 0,
    count: -1,
    total: 12,
    current: 0,
    entries: { length: 12, 0: { position: 0, title: "Amber Ferry", duration: 120, active: true } },
  });
  expect(bridged.payload("music/queue")).not.toContain("sig=");
});
