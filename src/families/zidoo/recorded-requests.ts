import { browseAll, sampledListNames } from "../../core/library.ts";
import { type ResourceName, scheduledResourceNames } from "../../core/resources/player.ts";
import type { PublicTexts, RecordedRequest } from "../family.ts";
import { browsePath, experimentalResources, ownResources, readPath } from "./operations.ts";

const severalTimes = 3;

/** Short answers that are polled change all the time. */
const several: ReadonlySet<ResourceName> = new Set(
  scheduledResourceNames.filter((name) => name !== "playlist" && name !== "queue"),
);

/** Their answers contain names of inputs, outputs and models, but no titles. */
const withoutTitles: ReadonlySet<ResourceName> = new Set(["model", "audio", "power"]);

/** The entries that are recorded of each list: enough to show their fields. */
const libraryEntries = 2;

/** All requests that only read, and on request the beginning of each list of the library. */
export function recordedRequests(prefix: string, includesLibrary: boolean): RecordedRequest[] {
  const settingsTree = readPath(prefix, "settings");
  return [
    ...ownResources
      // The one needs the path of a film, which a recording does not reveal; the others may not exist.
      .filter((name) => name !== "filmArt" && !experimentalResources.includes(name))
      .map((name) => ({ name, path: readPath(prefix, name) }))
      // The settings may hold what is private.
      .filter(({ path }) => path !== settingsTree)
      .map(({ name, path }) => ({
        path,
        times: several.has(name) ? severalTimes : 1,
        hasTitles: !withoutTitles.has(name),
      })),
    // Instead of the music above, old film players have this.
    { path: readPath(prefix, "music", {}, true), times: severalTimes, hasTitles: true },
    // These exist on no player, and show how it refuses an unknown operation.
    { path: `/${prefix}MusicControl/v2/getNothing`, times: 1, hasTitles: true },
    { path: "/NothingControlCenter/getModel", times: 1, hasTitles: false },
    ...(includesLibrary ? sampledListNames.map(browseAll) : []).map((operation) => ({
      path: browsePath(prefix, { operation, of: "", start: 0, count: libraryEntries }, operation),
      times: 1,
      hasTitles: true,
    })),
  ];
}

/** What these players' answers contain that reveals nothing. */
export const publicTexts: PublicTexts = {
  words: ["zidoo", "eversolo"],
  isOwnPath: (text) =>
    /^\/(?:SystemSettings|[A-Za-z]\w*(?:MusicControl|VideoPlay|ControlCenter|FileBrowse))\//.test(text),
};
