import * as z from "zod";
import type { CommandTarget } from "../../../core/controls/command.ts";
import { settingsFolder } from "../../../core/resources/settings.ts";
import type { Description, Setter } from "../../../core/topics/description.ts";

/** What one player takes below a topic. */
interface Offer extends Setter {
  readonly playerId: string;
  readonly title: string;
  readonly unit?: string | undefined;
  readonly options?: string;
}

/** A tool that sends one command, to any of the players that take it. */
export interface PlayerTool {
  readonly name: string;
  readonly title: string;
  readonly about: string;
  readonly isDestructive: boolean;
  readonly input: z.ZodObject<{ player: z.ZodType<string>; value: z.ZodType<string | number | undefined> }>;
  wishFor(value: string | number | undefined): [CommandTarget, string];
}

interface DescribedPlayer {
  readonly id: string;
  readonly description: Description | undefined;
}

/** A tool for each property that can be set and for each action, as the players describe them. */
export function playerTools(players: readonly DescribedPlayer[]): PlayerTool[] {
  const offers = new Map<string, Offer[]>();
  const add = (topic: string, offer: Offer): void => {
    offers.set(topic, [...(offers.get(topic) ?? []), offer]);
  };
  for (const { id: playerId, description } of players) {
    const { properties, actions } = description ?? { properties: {}, actions: {} };
    for (const [topic, { set, ...property }] of Object.entries(properties)) {
      if (set !== undefined) add(topic, { ...property, ...set, playerId });
    }
    for (const [topic, action] of Object.entries(actions)) add(topic, { ...action, playerId });
  }
  return Array.from(offers, ([topic, list]) => toolOf(topic, list));
}

function toolOf(topic: string, offers: readonly Offer[]): PlayerTool {
  const tag = topic.startsWith(`${settingsFolder}/`) ? topic.slice(settingsFolder.length + 1) : undefined;
  return {
    name: topic.replaceAll(/[^\w-]+/g, "_"),
    title: offers[0]?.title ?? topic,
    about: about(topic, offers),
    isDestructive: offers.some((offer) => offer.isDestructive === true),
    input: z.object({
      player: z.enum(offers.map(({ playerId }) => playerId)).describe("The id of the player."),
      value: valueOf(topic, offers),
    }),
    wishFor: (value = "") =>
      tag === undefined ? [topic as CommandTarget, String(value)] : ["settings", `${tag} ${value}`],
  };
}

function about(topic: string, offers: readonly Offer[]): string {
  const [unit] = offers.flatMap((offer) => offer.unit ?? []);
  const [options] = offers.flatMap((offer) => offer.options ?? []);
  const examples = [...new Set(offers.flatMap((offer) => offer.examples ?? []))];
  return [
    `Sends ${topic} to a player, and waits for the outcome.`,
    ...(unit === undefined ? [] : [`Its unit is ${unit}.`]),
    ...(options === undefined ? [] : [`What it can be stands in its topic ${options}.`]),
    ...(examples.length === 0 ? [] : [`Examples: ${examples.join(", ")}.`]),
  ].join(" ");
}

/** Words if each player takes words and nothing else; a player may take others than its neighbor. */
function valueOf(topic: string, offers: readonly Offer[]): z.ZodType<string | number | undefined> {
  if (topic === "refresh") return z.string().optional();
  const words = offers.map((offer) => offer.words);
  if (words.includes(undefined)) return z.union([z.string(), z.number()]);
  return z.enum([...new Set(words.flatMap((list) => list ?? []))]);
}
