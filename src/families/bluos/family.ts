import type { Family } from "../family.ts";
import { longestDeadlineMs } from "../http/http.ts";
import { ownCalls } from "./calls.ts";
import { BluosClient } from "./client.ts";
import { discovery } from "./discovery.ts";
import { identify } from "./identify.ts";
import { bluosRules, ownResources } from "./rules.ts";

/** A change of a group asks two players until both show it. */
const requestsOfLongestStep = 4;

/** Players that work with BluOS: Bluesound, NAD, DALI, Monitor Audio, Roksan and Cyrus. */
export const bluos: Family = {
  name: "bluos",
  defaultPort: 11_000,
  // They have no standby, and no packet wakes them.
  wakePorts: [],
  discovery,
  rules: bluosRules,
  resources: ownResources,
  calls: ownCalls,
  browses: [],
  unverified: { resources: [], calls: [], browses: [] },
  settings: [],
  longestStepMs: (timeoutMs) => requestsOfLongestStep * longestDeadlineMs(timeoutMs),
  publicTexts: {
    words: ["bluos", "bluesound", "capture", "localmusic", "images", "artwork"],
    titleKeys: /^(?:(?:twoline_)?title\d|name|text|group(?:name)?|art|alb|fn|(?:song|album|artist)id)$/i,
    isOwnPath: (text) => /^\/(?:images|Artwork|Action|Load|audiomodes|alsa_setting|setting)\b/.test(text),
  },
  identify,
  open: (options) => new BluosClient(options),
};
