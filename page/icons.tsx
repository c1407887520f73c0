const line = (d: string, width?: number) => <path d={d} stroke-width={width} />;
const area = (d: string) => <path d={d} fill="currentColor" />;
const circle = (cx: number, cy: number, r: number) => <circle cx={cx} cy={cy} r={r} />;
const box = (x: number, y: number, width: number, height: number, rx: number) => (
  <rect x={x} y={y} width={width} height={height} rx={rx} />
);

const moon = line("M19.5 14.2A7.8 7.8 0 1 1 9.8 4.5a6.2 6.2 0 0 0 9.7 9.7z");

const shapes = {
  wall: line(
    "M4 9V5.5A1.5 1.5 0 0 1 5.5 4H9m6 0h3.5A1.5 1.5 0 0 1 20 5.5V9m0 6v3.5a1.5 1.5 0 0 1-1.5 1.5H15m-6 0H5.5A1.5 1.5 0 0 1 4 18.5V15",
  ),
  gear: [
    circle(12, 12, 2.8),
    circle(12, 12, 6.4),
    line(
      "M12 3v2.6m0 12.8V21M3 12h2.6m12.8 0H21M5.64 5.64l1.84 1.84m9.04 9.04 1.84 1.84M18.36 5.64l-1.84 1.84m-9.04 9.04-1.84 1.84",
      2.6,
    ),
  ],
  leave: line(
    "M13.5 4.5h-7a1.5 1.5 0 0 0-1.5 1.5v12a1.5 1.5 0 0 0 1.5 1.5h7M10 12h10m-3.5-3.5L20 12l-3.5 3.5",
  ),
  film: [box(3, 5, 18, 14, 2.5), area("M10.2 9.3v5.4l4.6-2.7z")],
  music: [line("M9 17.5V6l10-2v11.5"), circle(6.6, 17.5, 2.4), circle(16.6, 15.5, 2.4)],
  pause: line("M8.5 6v12M15.5 6v12", 2.6),
  play: area("M8 5.5v13l10.5-6.5z"),
  previous: area("M18 6v12l-9-6zM6.5 6v12"),
  next: area("M6 6v12l9-6zM17.5 6v12"),
  stop: <rect x="6.5" y="6.5" width="11" height="11" rx="1.5" fill="currentColor" />,
  "previous-chapter": line("M19 7v10l-6-5zM12 7v10l-6-5zM4.5 7v10"),
  "next-chapter": line("M5 7v10l6-5zM12 7v10l6-5zM19.5 7v10"),
  rewind: [
    line("M5 12a7.5 7.5 0 1 0 2.5-5.6L5 8.5m0-4v4h4"),
    line("M10.2 10.2v4.8m3-2.4a1.4 2.4 0 1 0 2.8 0 1.4 2.4 0 1 0-2.8 0", 1.4),
  ],
  forward: [
    line("M19 12a7.5 7.5 0 1 1-2.5-5.6L19 8.5m0-4v4h-4"),
    line(
      "M8.6 10.4c1.8-.6 2.8 1.7 1.2 2.1 1.9.3 1.3 3-1.3 2.3m4.9-2.2a1.4 2.4 0 1 0 2.8 0 1.4 2.4 0 1 0-2.8 0",
      1.4,
    ),
  ],
  shuffle: line(
    "M3.5 7.5h3.3c4.6 0 5.4 9 10 9h3.2m-3-3 3 3-3 3M3.5 16.5h3.3c1.6 0 2.7-1.1 3.6-2.5m3-4c.9-1.4 2-2.5 3.6-2.5h3m-3-3 3 3-3 3",
  ),
  single: [
    line("M4 12V9.5a3 3 0 0 1 3-3h12m-3-3 3 3-3 3M20 12v2.5a3 3 0 0 1-3 3H5m3 3-3-3 3-3"),
    line("M11 10.7l1.3-.9v4.7", 1.5),
  ],
  up: line("m6 14.5 6-6 6 6"),
  down: line("m6 9.5 6 6 6-6"),
  return: line("M9.5 5.5 5 10l4.5 4.5M5.5 10H15a4.5 4.5 0 0 1 0 9h-3"),
  copy: line("M9 8.5h10v11H9zM5 15.5v-11h10"),
  power: line("M12 3.5V12M7.2 6.5a7.5 7.5 0 1 0 9.6 0", 2),
  light: [
    circle(12, 12, 4),
    line("M12 3v2m0 14v2M3 12h2m14 0h2M5.6 5.6 7 7m10 10 1.4 1.4m0-12.8L17 7M7 17l-1.4 1.4"),
  ],
  dark: moon,
  system: [circle(12, 12, 8.2), area("M12 3.8a8.2 8.2 0 0 1 0 16.4z")],
  house: line("M4 11.5 12 4.5l8 7M6 10v9.5h12V10"),
  add: line("M12 5v14M5 12h14", 2),
  menu: line("M4.5 7h15M4.5 12h15M4.5 17h15", 2),
  mute: line("M4 9.5v5h3.5L12 18.5v-13L7.5 9.5zM16 9.5l5 5m0-5-5 5"),
  idle: moon,
  gone: [
    line(
      "M4 9.5a12 12 0 0 1 4.4-2.7M20 9.5a12 12 0 0 0-7.5-3.5M7.2 13a7.5 7.5 0 0 1 3-1.8M16.8 13a7.5 7.5 0 0 0-1.6-1.1",
    ),
    line("M12 18h.01", 2.6),
    line("m5 4 14 16"),
  ],
  search: [circle(11, 11, 6), line("m20 20-4.7-4.7")],
  input: line("M14 4h4a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2h-4M4 12h11m-4-4 4 4-4 4"),
  output: [
    line("M4 9.5v5h3.5L12 18.5v-13L7.5 9.5z"),
    line("M15.5 9.2a4 4 0 0 1 0 5.6M18 6.8a7.4 7.4 0 0 1 0 10.4"),
  ],
  hdmi: line("M3 8.5h18v4.2l-2.5 3h-13L3 12.7zM7 11.5h10"),
  plug: [circle(12, 12, 8), line("M9 10h.01M15 10h.01M12 15h.01", 2.6)],
  phono: [circle(8, 12, 4.2), circle(17.5, 12, 2.9), line("M8 12h.01M17.5 12h.01", 2.6)],
  optical: [
    line("M5 10.5 8.5 7h7l3.5 3.5V17a1.5 1.5 0 0 1-1.5 1.5h-11A1.5 1.5 0 0 1 5 17z"),
    circle(12, 13, 2.3),
  ],
  usb: [
    line("M12 20V4m0 0-2.2 2.8M12 4l2.2 2.8M12 15.5 7 13v-2.5M12 13l5-2.2V8.5"),
    circle(7, 9.5, 0.6),
    line("M16 7h2v1.6h-2z"),
  ],
  bluetooth: line("m7 7.5 10 9L12 20.5v-17L17 7.5l-10 9"),
  television: [box(3.5, 5, 17, 11.5, 2), line("M9 20h6")],
  disc: [circle(12, 12, 8.2), circle(12, 12, 2.2)],
  chip: [box(6.5, 6.5, 11, 11, 2), line("M10 3.5v3m4-3v3m-4 11v3m4-3v3M3.5 10h3m-3 4h3m11-4h3m-3 4h3")],
  headphones: line(
    "M4.5 17v-4a7.5 7.5 0 0 1 15 0v4m-15-3.2h2.2a1 1 0 0 1 1 1V18a1 1 0 0 1-1 1H6a1.5 1.5 0 0 1-1.5-1.5zm15 0h-2.2a1 1 0 0 0-1 1V18a1 1 0 0 0 1 1h.7a1.5 1.5 0 0 0 1.5-1.5z",
  ),
  network: [
    box(9, 3.5, 6, 5, 1.2),
    box(3.5, 15.5, 6, 5, 1.2),
    box(14.5, 15.5, 6, 5, 1.2),
    line("M12 8.5V12M6.5 15.5V12h11v3.5"),
  ],
  turntable: [circle(10.5, 12.5, 6.8), line("M10.5 12.5h.01", 2.6), line("M20 4.5v6.3l-3.6 4.4")],
  wave: line("M3.5 12h3l2-5.5 3.5 11 3-8 1.6 2.5h3.9"),
  check: line("m5 12.5 4.5 4.5L19 7.5", 2.2),
  cross: line("m6.5 6.5 11 11m0-11-11 11", 2.2),
  warning: [line("M12 4 2.8 19.5h18.4z"), line("M12 10v4M12 16.8h.01", 2.2)],
  note: [circle(12, 12, 8.5), line("M12 11.2V16M12 8h.01", 2.2)],
  refresh: line("M19.5 12a7.5 7.5 0 1 1-2.2-5.3L19.5 9m0-4.5V9H15"),
  chevron: line("m9.5 6 6 6-6 6"),
  back: line("m14.5 6-6 6 6 6"),
  stethoscope: [
    line("M5.5 4H4.8A1.3 1.3 0 0 0 3.5 5.3V9a4.5 4.5 0 0 0 9 0V5.3A1.3 1.3 0 0 0 11.2 4h-.7"),
    line("M8 13.5V15a5.2 5.2 0 0 0 10.4 0v-2"),
    circle(18.4, 10.6, 2.3),
  ],
};

export type IconName = keyof typeof shapes;

/** A decorative line icon in the text color; the text beside it carries the meaning. */
export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg
      class="icon"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      stroke-width="1.7"
      stroke-linecap="round"
      stroke-linejoin="round"
      aria-hidden="true"
    >
      {shapes[name]}
    </svg>
  );
}

/** Patterns of connector names and their icons; the first match wins. */
const connectors: readonly (readonly [pattern: RegExp, icon: IconName])[] = [
  [/blue ?tooth|^bt/i, "bluetooth"],
  [/head ?phone|ear ?phone/i, "headphones"],
  [/turntable|phono|vinyl/i, "turntable"],
  [/earc|\barc\b|television|\btv\b/i, "television"],
  [/hdmi|iis|i2s/i, "hdmi"],
  [/optical|toslink|coax|spdif|s\/pdif|\btos\b|aes/i, "optical"],
  [/usb/i, "usb"],
  [/\bcd\b|disc|transport/i, "disc"],
  [/xlr|balanced/i, "plug"],
  [/rca|line|analog|aux/i, "phono"],
  [/network|roon|dlna|upnp|airplay|cast|ethernet|lan\b|wi-?fi/i, "network"],
  [/built|internal|player|xmos|local/i, "chip"],
];

export function connectorIcon(tag: string, name: string): IconName {
  return connectors.find(([pattern]) => pattern.test(name) || pattern.test(tag))?.[1] ?? "wave";
}
