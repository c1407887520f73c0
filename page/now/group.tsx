import type { PlayerView } from "../../src/extensions/page/wire.ts";
import { membersOf, nameIn } from "../company.ts";
import { CommandButton, Failure, useCommand } from "../command.tsx";
import { nameOf } from "../names.ts";
import { can, type PlayerProps } from "../player.ts";
import { fields, text } from "../values.ts";
import { t } from "../texts.ts";
import { Panel } from "../controls.tsx";

export interface AmongPlayersProps extends PlayerProps {
  readonly players: readonly PlayerView[];
}

/** The players that play together with this one, with buttons to join, leave, add and remove. */
export function Group({ player, players }: AmongPlayersProps) {
  const use = useCommand(player, "group");
  if (text(player, "group") === "" || !can(player, "group")) return null;
  const { role } = fields(player, "group");
  const members = membersOf(player);
  const rest = members.filter((id) => id !== player.id);
  const others = players
    .filter((other) => other.id !== player.id && text(other, "group") !== "" && !members.includes(other.id))
    .map(({ id }) => id);
  if (role === "none" && others.length === 0) return null;
  const playerName = (id: string): string => nameIn(players, id);
  const button = (request: string, label: string) => (
    <CommandButton key={request} use={use} request={request}>
      {label}
    </CommandButton>
  );
  const each = (word: "join" | "add" | "remove", ids: readonly string[]) =>
    ids.map((id) => button(`${word} ${id}`, t(`group.${word}`, { name: playerName(id) })));
  return (
    <Panel icon="output" title={nameOf("group")} level="h3">
      {role === "none" ? null : <p>{members.map(playerName).join(", ")}</p>}
      <div class="options">
        {role === "none" ? each("join", others) : null}
        {role === "primary" ? [each("add", others), each("remove", rest)] : null}
        {role === "none" ? null : button("leave", t("group.leave"))}
      </div>
      <Failure text={use.failure} />
    </Panel>
  );
}
