import type { JSX } from "preact";
import type { PlayerView } from "../../src/extensions/page/wire.ts";
import { CommandButton, Failure, useCommand } from "../command.tsx";
import { nameOf } from "../names.ts";
import { can, type ReachableProps } from "../player.ts";
import { fields, text } from "../values.ts";
import { t } from "../texts.ts";
import { Panel } from "../controls.tsx";

interface GroupProps extends ReachableProps {
  readonly players: readonly PlayerView[];
}

/** The players that play together with this one, with buttons to join, leave, add and remove. */
export function Group({ player, players, isReachable }: GroupProps): JSX.Element | null {
  const use = useCommand(player.id, "group");
  if (text(player, "group") === "" || !can(player, "group")) return null;
  const { role, members: named } = fields(player, "group");
  const members = Array.isArray(named) ? named.map(String) : [];
  const others = players.filter(
    (other) => other.id !== player.id && text(other, "group") !== "" && !members.includes(other.id),
  );
  if (role === "none" && others.length === 0) return null;
  const playerName = (id: string): string => players.find((one) => one.id === id)?.identity.name ?? id;
  const button = (request: string, label: string): JSX.Element => (
    <CommandButton key={request} use={use} request={request} isDisabled={!isReachable}>
      {label}
    </CommandButton>
  );
  return (
    <Panel icon="output" title={nameOf("group")} level="h3">
      {role === "none" ? null : <p>{members.map(playerName).join(", ")}</p>}
      <div class="options">
        {role === "none"
          ? others.map(({ id }) => button(`join ${id}`, t("group.join", { name: playerName(id) })))
          : null}
        {role === "primary"
          ? others.map(({ id }) => button(`add ${id}`, t("group.add", { name: playerName(id) })))
          : null}
        {role === "primary"
          ? members
              .filter((id) => id !== player.id)
              .map((id) => button(`remove ${id}`, t("group.remove", { name: playerName(id) })))
          : null}
        {role === "none" ? null : button("leave", t("group.leave"))}
      </div>
      <Failure text={use.failure} />
    </Panel>
  );
}
