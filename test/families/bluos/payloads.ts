/** An element with attributes and content. */
export function xml(
  name: string,
  attributes: Readonly<Record<string, string | number>>,
  ...content: string[]
): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(String(value))}"`);
  return `<${name}${written.join("")}>${content.join("")}</${name}>`;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}

export function answer(root: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root}`;
}

function texts(fields: Readonly<Record<string, string | number | undefined>>): string {
  return Object.entries(fields)
    .map(([name, value]) => (value === undefined ? "" : xml(name, {}, escaped(String(value)))))
    .join("");
}

const track = {
  state: "play",
  title1: "Slow Tide",
  title2: "The Keepers",
  title3: "Harbour",
  name: "Slow Tide",
  artist: "The Keepers",
  album: "Harbour",
  image: "/Artwork?service=LocalMusic&songid=7",
  service: "LocalMusic",
  serviceName: "Library",
  streamFormat: "FLAC 24/44.1",
  quality: "hd",
  secs: 12,
  totlen: 240,
  canSeek: 1,
  song: 1,
  pid: 1067,
  prid: 3,
  shuffle: 0,
  repeat: 2,
  volume: 25,
  mute: 0,
  syncStat: 9,
};

/** The status of a player that plays its queue; undefined removes a field. */
export function status(
  change: Readonly<Record<string, string | number | undefined>> = {},
  etag = "e1",
  more = "",
): string {
  return answer(xml("status", { etag }, texts({ ...track, ...change }), more));
}

/** Who a player is. */
export function syncStatus(
  change: Readonly<Record<string, string | number>> = {},
  ...children: string[]
): string {
  const attributes = {
    etag: 9,
    syncStat: 9,
    version: "4.16.6",
    id: "10.0.0.1:11000",
    db: -42,
    volume: 25,
    name: "Kitchen",
    model: "N130",
    modelName: "NODE",
    brand: "Bluesound",
    mac: "02:B1:05:00:00:01",
    ...change,
  };
  return answer(xml("SyncStatus", attributes, ...children));
}
