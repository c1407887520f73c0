import type { PlayerView } from "../src/extensions/page/wire.ts";
import { isOnline } from "./player.ts";
import { fields, textOf } from "./values.ts";

/** One player for each room and each group: who plays along has no buttons of its own. */
export function leadersOf(players: readonly PlayerView[]): readonly PlayerView[] {
  return players.filter((player) => leaderOf(player, players) === player);
}

/** The player whose card shows this one: itself, unless it plays along. */
export function leaderOf(player: PlayerView, players: readonly PlayerView[]): PlayerView {
  const { role, primary } = fields(player, "group");
  if (role !== "secondary") return player;
  const leader = players.find(({ id }) => id !== player.id && id === textOf(primary));
  const isLed = leader !== undefined && isOnline(leader) && membersOf(leader).includes(player.id);
  return isLed ? leader : player;
}

/** The names of those that play along with this player; empty if nobody does. */
export function companyOf(player: PlayerView, players: readonly PlayerView[]): string {
  if (fields(player, "group")["role"] !== "primary") return "";
  const others = membersOf(player).filter((id) => id !== player.id);
  return others.map((id) => nameIn(players, id)).join(", ");
}

export function nameIn(players: readonly PlayerView[], id: string): string {
  return players.find((one) => one.id === id)?.identity.name ?? id;
}

export function membersOf(player: PlayerView): readonly string[] {
  const { members } = fields(player, "group");
  return Array.isArray(members) ? members.map(String) : [];
}
