import { currentDialect } from "../dialect.ts";
import type { Film } from "../film.ts";
import { input, output, type Preset } from "../preset.ts";

const flat = { index: 0, information: "2D", isMvc3D: false };

function filmOfLibrary(
  id: string,
  name: string,
  aggregation: Readonly<Record<string, string>>,
): { readonly id: string; readonly answer: object } {
  return { id, answer: { type: 1, movie: { id: Number(id), name, aggregation } } };
}

const films: readonly Film[] = [
  {
    title: "The Lighthouse Ledger",
    path: "/data/system/smb/attic-nas#Films/Drama & Sea/The Lighthouse Ledger (2031) #1.mkv",
    durationMs: 240_000,
    width: 3840,
    height: 2160,
    fps: 23.97599983215332,
    codec: "H.265",
    fileSize: "18,42 GiB",
    bitrate: "31,5 Mb/s",
    output: "3840x2160P @ 24Hz  YUV422  12 Bits   HDR10",
    subtitles: ["English  Internal PGS", "Íslenska(Full)  External SRT"],
    subtitle: 1,
    audioTracks: ["English TrueHD 7.1 channel 48,0KHz", "Íslenska AC3 5.1 channel 48,0KHz"],
    audioTrack: 0,
    chaptersMs: [0, 60_000, 120_000, 180_000],
    shelves: ["favourite", "watching"],
    library: filmOfLibrary("501", "The Lighthouse Ledger", {
      releaseDate: "2031-02-03",
      tagLine: "Every ship left a line.",
      overview:
        "The last keeper of a lighthouse finds a ledger of ships that never arrived, and begins to light the lamp for them.",
    }),
    stereo: flat,
  },
  {
    title: "Moss, Slowly — a documentary",
    path: "/storage/usb-2/Documentaries/Moss, Slowly.mp4",
    durationMs: 360_000,
    width: 1920,
    height: 1080,
    fps: 25,
    codec: "H.264",
    fileSize: "3,10 GiB",
    bitrate: "",
    output: "1920x1080P @ 50Hz  RGB  8 Bits   SDR",
    subtitles: ["English  Internal SRT"],
    subtitle: 0,
    audioTracks: ["English AAC 2.0 channel 48,0KHz"],
    audioTrack: 0,
    chaptersMs: [0, 90_000, 180_000, 270_000],
    shelves: ["recent", "unwatched"],
    stereo: { index: -1, information: "", isMvc3D: false },
  },
  {
    title: "Paper Comets in 3D",
    path: "/data/system/nfs/attic-nas#Films/Paper Comets.iso",
    durationMs: 300_000,
    width: 1920,
    height: 1080,
    fps: 23.97599983215332,
    codec: "MVC",
    fileSize: "",
    bitrate: "24,0 Mb/s",
    output: "1920x1080P @ 24Hz  YUV444  8 Bits   SDR",
    subtitles: [],
    subtitle: 0,
    audioTracks: ["English DTS-HD MA 5.1 channel 48,0KHz"],
    audioTrack: 0,
    chaptersMs: [0],
    shelves: ["unwatched"],
    library: filmOfLibrary("502", "Paper Comets", {
      releaseDate: "2029-11-20",
      overview:
        "Two sisters fold a comet for each year that their father is away, until one of them lights up.",
    }),
    stereo: { index: 2, information: "MVC 3D", isMvc3D: true },
  },
];

/** A video player with every field of the specification. */
export const videoPreset: Preset = {
  identity: {
    name: "Living Room Player",
    model: "SIM-V9 Pro",
    mac: "02:5e:11:00:00:01",
    firmware: "v2.4.18",
  },
  groups: ["music", "first-music", "video", "control", "settings"],
  dialect: currentDialect,
  answersWithoutPrefix: true,
  starts: "playing",
  apps: [
    { label: "Video store", packageName: "org.example.store", isCanOpen: true },
    { label: "Web radio", packageName: "org.example.radio", isCanOpen: true },
    { label: "Launcher", packageName: "org.example.launcher", isCanOpen: false },
  ],
  queueSize: 12,
  films,
  routing: {
    inputs: [
      input("XMOS", "Built-in player"),
      input("BT", "Bluetooth"),
      input("USB", "USB-B"),
      input("SPDIF", "Optical", "Turntable"),
      input("RCA", "Line in"),
    ],
    outputs: [
      output(
        "HDMI",
        "HDMI main",
        "HDMI main output",
        "PCM 24bit 8ch\nDolby TrueHD, DTS-HD MA\nDSD64",
        "192000 Hz",
        2,
        { attached: { vidPid: "", name: "AVR Sonderling 9" } },
      ),
      output("HDMI2", "HDMI audio", "HDMI audio output", "PCM 24bit 2ch\nDolby Digital", "192000 Hz", 3),
      output("SPDIF", "Optical / coaxial", "SPDIF output", "PCM 24bit 2ch", "96000 Hz", 1),
      output("RCA", "Line out", "Line output", "PCM 32bit\nDSD256", "384000 Hz", 0),
      output("USB", "USB converter", "USB output", "", "", 0, {
        enabled: false,
        attached: { vidPid: "1d6b:0101", name: "" },
      }),
    ],
    inputIndex: 0,
    outputIndex: 0,
  },
};
