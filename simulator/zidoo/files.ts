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
    const path = query.get("path") ?? "";
    const isKnown = volumes.some((volume) => volume.type === type && ["", volume.path].includes(path));
    return { status: 200, hosts: isKnown ? [{ ...host, type }] : [] };
  },
  getFileList: (player, query) => {
    const given = query.get("path") ?? "";
    const network = volumes.find(({ type }) => type >= 1004 && type === numberOf(query, "type"));
    // Below a host are the folders that it shares.
    const isHost = network !== undefined && given === host.ip;
    const folder = isHost ? `${network.path}${host.name}#` : `${given.replace(/\/$/, "")}/`;
    const inside = filesBelow(player, folder);
    return {
      status: 200,
      isExists: inside.length > 0,
      perentPath: given,
      // In an order of their own.
      filelist: namesIn(folder, inside)
        .toReversed()
        .map((name) => fileBody(folder, name, inside)),
    };
  },
} as const satisfies Readonly<Record<string, (player: SimulatedPlayer, query: URLSearchParams) => object>>;

const trackPaths = composeTracks(63).flatMap(({ uri }) => (uri.startsWith("/") ? [uri] : []));

function filesBelow({ video }: SimulatedPlayer, folder: string): string[] {
  const paths = [...video.entries.map(({ path }) => path), ...trackPaths, ...others];
  return paths.filter((path) => path.startsWith(folder));
}

function namesIn(folder: string, paths: readonly string[]): string[] {
  return [...new Set(paths.map((path) => path.slice(folder.length).split("/")[0] ?? ""))];
}

function typeOf(name: string): number {
  return types[name.split(".").at(-1) ?? ""] ?? 99;
}

function fileBody(folder: string, name: string, paths: readonly string[]): object {
  const path = `${folder}${name}`;
  const isFolder = !paths.includes(path);
  return {
    name,
    type: isFolder ? 0 : typeOf(name),
    // Encoded, with a plus for a space.
    path: encodeURIComponent(path).replaceAll("%20", "+"),
    isBDMV: isFolder && paths.some((one) => one.startsWith(`${path}/BDMV/`)),
    isBluray: false,
    length: isFolder ? 0 : 82_911_232,
    modifyDate: 1_706_701_090_000,
  };
}

/** The second version has addresses instead of paths, and wraps its lists. */
const shares = `smb://${host.ip}/`;
const sharedFolder = `/data/system/smb/${host.name}#`;

export function wrappedList(list: readonly object[]): object {
  return { code: 0, data: { count: list.length, list } };
}

export function savedShares(): object {
  return wrappedList([{ name: host.name, url: shares }]);
}

export function sharedFiles(player: SimulatedPlayer, query: URLSearchParams): object {
  const folder = pathOfShared(query.get("url") ?? "") ?? "";
  const inside = filesBelow(player, folder);
  const start = numberOf(query, "startIndex") ?? 0;
  const names = namesIn(folder, inside).slice(start, start + (numberOf(query, "requestCount") ?? 100));
  return wrappedList(
    names.map((name) => {
      const isFolder = !inside.includes(`${folder}${name}`);
      const url = `${shares}${folder.slice(sharedFolder.length)}${name}${isFolder ? "/" : ""}`;
      return { name, type: isFolder ? 0 : typeOf(name), url };
    }),
  );
}

/** The path of what has an address on the network; undefined for any other address. */
export function pathOfShared(url: string): string | undefined {
  return url.startsWith(shares) ? sharedFolder + url.slice(shares.length) : undefined;
}
