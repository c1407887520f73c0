import {
  foldEvent,
  newViewState,
  type ViewEvent,
  type ViewState,
} from "../../../src/tools/terminal-view/view-state.ts";

export function message(topic: string, text: string): ViewEvent {
  return { kind: "message", topic: `player2mqtt/${topic}`, text };
}

const messages: readonly (readonly [topic: string, payload: unknown])[] = [
  ["bridge/state", "online"],
  ["bridge/info", { version: "1.0.0", players: [{ id: "living-room" }, { id: "study" }] }],
  ["living-room/availability", "online"],
  ["living-room/info", { name: "Living room", model: "V9" }],
  ["living-room/audio/input/options", [{ value: "XMOS", title: "Player" }, { value: "TV" }]],
  ["living-room/audio/input", "XMOS"],
  ["living-room/audio/input/name", "Player"],
  [
    "living-room/audio/output/options",
    [
      { value: "HDMI", title: "HDMI main" },
      { value: "USB", title: "USB converter", enable: false },
    ],
  ],
  ["living-room/audio/output", "HDMI"],
  ["living-room/audio/output/name", "HDMI main"],
  ["living-room/video/state", "playing"],
  ["living-room/video/title", "東京 The Lighthouse"],
  ["living-room/video/duration", "240"],
  ["living-room/video/position", "60"],
  ["living-room/video/resolution", "3840x2160"],
  ["living-room/video/fps", "23.976"],
  ["living-room/video/codec", "H.265"],
  ["living-room/video/output", "3840x2160P @ 24Hz   HDR10"],
  ["living-room/video/audio-track", "English TrueHD"],
  ["living-room/video/playlist", { size: 3, currentIndex: 0 }],
  ["living-room/video/playlist/current", "東京 The Lighthouse"],
  [
    "living-room/result",
    { command: "audio/output", request: "HDMI", outcome: "applied", tag: "HDMI", durationMs: 4 },
  ],
  ["study/availability", "offline"],
  ["study/info", { name: "Study" }],
  ["study/music/title", "Amber Ferry"],
  ["study/music/artist", "Nadia Quill"],
  ["study/music/album", "Slow Harbour"],
  ["study/music/queue/total", "18"],
  ["study/music/queue", { current: 3 }],
  ["study/audio/output/options", [{ value: "XLR" }]],
  ["study/audio/output", ""],
  ["study/result", { command: "audio/input", request: "Radio", outcome: "rejected", reason: "unknown tag" }],
];

/** A connected view of two players, everything heard at this time. */
export function household(now = 0): ViewState {
  const hints = [
    "player2mqtt set living-room output HDMI2 --mqtt.url=mqtt://127.0.0.1:4242",
    "mosquitto_sub -v",
  ];
  const start = newViewState({
    base: "player2mqtt",
    broker: "mqtt://127.0.0.1:4242",
    playerId: undefined,
    hints,
  });
  const events = messages.map(([topic, payload]) =>
    message(topic, typeof payload === "string" ? payload : JSON.stringify(payload)),
  );
  return [{ kind: "connected" } as const, ...events].reduce(
    (state, event) => foldEvent(state, event, now),
    start,
  );
}
