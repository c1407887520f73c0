import { currentDialect } from "../dialect.ts";
import { input, output, type Preset } from "../preset.ts";

/** An audio-only streamer of recent firmware: no video group, and a few fields that are not in the specification. */
export const audioPreset: Preset = {
  identity: { name: "Study Streamer", model: "SIM-A4", mac: "02:5e:11:00:00:02", firmware: "v1.7.3" },
  groups: ["music", "control", "settings"],
  dialect: currentDialect,
  answersWithoutPrefix: true,
  findsCoverById: true,
  starts: "playing",
  services: [
    { appName: "Tidewater", packageName: "org.example.tidewater", isCanOpen: true },
    { appName: "Quartz", packageName: "org.example.quartz", isCanOpen: true },
    { appName: "Launcher", packageName: "org.example.launcher", isCanOpen: false },
  ],
  queueSize: 18,
  volume: { min: 0, max: 200, level: 60 },
  display: [],
  films: [],
  routing: {
    inputs: [
      input("XMOS", "Built-in player"),
      input("BT", "Bluetooth"),
      input("SPDIF", "Optical / coaxial", "CD transport"),
      input("EARC", "HDMI eARC", "Television"),
      input("XLR_A", "Balanced line in"),
    ],
    outputs: [
      output("XLR", "Balanced", "Balanced output", "PCM 32bit\nDSD256", "384000 Hz", 3),
      output("RCA", "Line", "Line output", "PCM 32bit\nDSD256", "384000 Hz", 3),
      output("XLRRCA", "XLR/RCA", "XLR/RCA together", "PCM 32bit\nDSD128", "384000 Hz", 4),
      output("IIS", "IIS", "IIS output", "PCM 32bit\nDSD256", "705600 Hz", 1),
      output("SPDIF", "COAX/TOS", "SPDIF output", "PCM 24bit\nDoP64", "192000 Hz", 1),
      output("USB", "USB converter", "USB output", "", "", 0, { enabled: false }),
    ],
    inputIndex: 0,
    outputIndex: 2,
    extras: {
      isSupportHideInput: true,
      hideInputTag: '["XLR_A"]',
      subwooferSetting: {
        name: "Low box",
        status: 1,
        setUrl: "/SystemSettings/audioSettings/getSubOutputOption",
      },
    },
  },
};
