import type { FamilyRules } from "../../core/session/family-rules.ts";
import type { Family } from "../family.ts";
import { readModel } from "../read-model.ts";
import { longestDeadlineMs } from "../http/answer-deadline.ts";
import { ownCalls } from "./calls.ts";
import { BluosClient, ownResources } from "./client.ts";
import { discovery } from "./discovery.ts";
import { settingsPages } from "./settings.ts";

/**
 * A held request tells every change, so that hardly anything is read. One plain read a minute notices a player that was
 * unplugged: its held request only hangs.
 */
const rules: FamilyRules = {
  pace: () => ({ changeWeights: {}, every: { group: 60_000 } }),
  onlineChecks: ["model", "music"],
  mandatory: new Set(["model", "music", "group", "sleep"]),
  mandatoryCalls: new Set(),
  optional: new Set(["battery", "settings"]),
};

/** Present firmware redirects each page of the settings. */
const requestsOfLongestStep = 2 * settingsPages.length;

const open: Family["open"] = (options) => new BluosClient(options);

/** Players that work with BluOS: Bluesound, NAD, DALI, Monitor Audio, Roksan and Cyrus. */
export const bluos: Family = {
  name: "bluos",
  defaultPort: 11_000,
  // They have no standby, and no packet wakes them.
  wakePorts: [],
  discovery,
  rules,
  resources: ownResources,
  calls: ownCalls,
  extraTopics: [
    "music/mode",
    "music/shuffle",
    "music/repeat",
    "music/station",
    "music/album",
    "music/format",
    "mute",
  ],
  browses: ["libraryServices", "librarySearchServices", "libraryServiceFolder"],
  unverified: { resources: [], calls: [], browses: [] },
  settings: ["publish.settings"],
  longestStepMs: (timeoutMs) => requestsOfLongestStep * longestDeadlineMs(timeoutMs),
  publicTexts: {
    words: ["bluos", "bluesound", "capture", "localmusic", "images", "artwork"],
    titleKeys: /^(?:(?:twoline_)?title\d|name|text|group(?:name)?|art|alb|fn|(?:song|album|artist)id)$/i,
    isOwnPath: (text) => /^\/(?:images|Artwork|Action|Load|audiomodes|alsa_setting|setting)\b/.test(text),
  },
  identify: (options, signal) => readModel(open, options, signal),
  open,
};
