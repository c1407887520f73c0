import type { PlayerView } from "../src/extensions/page/wire.ts";
import { isOnline } from "./player.ts";
import { fields, textOf } from "./values.ts";

/** One player for each room and each group: who plays along has no buttons of its own. */
export function leadersOf(players: readonly PlayerView[]): readonly PlayerView[] {
  return players.filter((player) => {
    const { role, primary } = fields(player, "group");
    if (role !== "secondary") return true;
    const leader = players.find(({ id }) => id !== player.id && id === textOf(primary));
    return leader === undefined || !isOnline(leader) || !membersOf(leader).includes(player.id);
  });
}

/** The names of those that play along with this player; empty if nobody does. */
export function companyOf(player: PlayerView, players: readonly PlayerView[]): string {
  if (fields(player, "group")["role"] !== "primary") return "";
  const others = membersOf(player).filter((id) => id !== player.id);
  return others.map((id) => players.find((one) => one.id === id)?.identity.name ?? id).join(", ");
}

function membersOf(player: PlayerView): readonly string[] {
  const { members } = fields(player, "group");
  return Array.isArray(members) ? members.map(String) : [];
}
