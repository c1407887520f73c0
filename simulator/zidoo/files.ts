import { composeTracks } from "./compose-tracks.ts";
import { numberOf } from "./reply.ts";
import type { SimulatedPlayer } from "./simulated-player.ts";

const volumes = [
  { name: "Internal", path: "/storage/music", type: 1002 },
  { name: "usb-2", path: "/storage/usb-2", type: 1001 },
  { name: "SMB", path: "/data/system/smb/", type: 1005 },
  { name: "NFS", path: "/data/system/nfs/", type: 1004 },
];

const host = { name: "attic-nas", ip: "192.0.2.9" };

/** Files that are neither films nor tracks of its library. */
const others = [
  "/storage/music/Nadia Quill/Slow Harbour/cover.jpg",
  "/storage/music/Nadia Quill/Slow Harbour/Slow Harbour.m3u",
  "/storage/usb-2/Discs/Glass Harbour/BDMV/index.bdmv",
  "/storage/usb-2/100 %+.flac",
  "/storage/usb-2/launcher.apk",
];

/** How players number the kinds of their files; 0 is a folder. */
const types: Readonly<Record<string, number>> = { flac: 1, mkv: 2, mp4: 2, iso: 2, jpg: 3, apk: 5, m3u: 12 };

export const files = {
  getDevices: () => ({ status: 200, devices: volumes }),
  getHost: (_player, query) => {
    const type = numberOf(query, "type");
    const isKnown = volumes.some((volume) => volume.type === type && volume.path === query.get("path"));
    return { status: 200, hosts: isKnown ? [{ ...host, type }] : [] };
  },
  getFileList: ({ video }, query) => {
    const given = query.get("path") ?? "";
    const network = volumes.find(({ type }) => type >= 1004 && type === numberOf(query, "type"));
    // Below a host are the folders that it shares.
    const isHost = network !== undefined && given === host.ip;
    const folder = isHost ? `${network.path}${host.name}#` : `${given.replace(/\/$/, "")}/`;
    const paths = [...video.entries.map(({ path }) => path), ...trackPaths, ...others];
    const inside = paths.filter((path) => path.startsWith(folder));
    const names = [...new Set(inside.map((path) => path.slice(folder.length).split("/")[0] ?? ""))];
    return {
      status: 200,
      isExists: inside.length > 0,
      perentPath: given,
      // In an order of their own.
      filelist: names.toReversed().map((name) => fileBody(folder, name, inside)),
    };
  },
} as const satisfies Readonly<Record<string, (player: SimulatedPlayer, query: URLSearchParams) => object>>;

const trackPaths = composeTracks(63).flatMap(({ uri }) => (uri.startsWith("/") ? [uri] : []));

function fileBody(folder: string, name: string, paths: readonly string[]): object {
  const path = `${folder}${name}`;
  const isFolder = !paths.includes(path);
  return {
    name,
    type: isFolder ? 0 : (types[name.split(".").at(-1) ?? ""] ?? 99),
    // Encoded, with a plus for a space.
    path: encodeURIComponent(path).replaceAll("%20", "+"),
    isBDMV: isFolder && paths.some((one) => one.startsWith(`${path}/BDMV/`)),
    isBluray: false,
    length: isFolder ? 0 : 82_911_232,
    modifyDate: 1_706_701_090_000,
  };
}
