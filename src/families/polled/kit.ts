import { parseXml } from "../http/xml.ts";
import { mdnsSearch } from "../network/mdns.ts";
import { ssdpSearch } from "../network/ssdp.ts";
import { defineMake } from "./define-make.ts";
import { presets, routing } from "./lists.ts";
import { music, volume } from "./music.ts";
import { power } from "./power.ts";
import { queue } from "./queue.ts";

const builders = { music, volume, routing, presets, queue, power };

/** What the function of a make gets that is no part of the program: there is nothing that it could import. */
export const kit = { defineMake, ...builders, mdnsSearch, ssdpSearch, parseXml };

export type Kit = typeof kit;
export type { Family } from "../family.ts";
export type { Fields } from "./fields.ts";
export type { Answers, Make, Player } from "./make.ts";
export type { MusicFacts, TrackFacts } from "./music.ts";
export type { EntryFacts, QueueFacts } from "./queue.ts";
