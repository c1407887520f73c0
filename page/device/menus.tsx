import type { JSX } from "preact";
import { ChoiceMenu } from "../now/choice-menu.tsx";
import { Selector } from "../now/selector.tsx";
import { can, type ReachableProps } from "../player.ts";
import { nameOf } from "../names.ts";
import { choices } from "../values.ts";
import type { displayMenus, soundMenus } from "./has-device.ts";

type MenuCommand = (typeof displayMenus)[number] | (typeof soundMenus)[number];

/** A menu for each of these lists that the player lets be set; with pictures where the player has them. */
export function Menus({
  player,
  isReachable,
  commands,
}: ReachableProps & { readonly commands: readonly MenuCommand[] }): JSX.Element {
  return (
    <div class="menus">
      {commands.map((command) => {
        if (!can(player, command)) return null;
        const listed = choices(player, command);
        const isPictured = listed.options.some(({ hasPicture }) => hasPicture);
        if (isPictured && (command === "display/meters" || command === "display/spectrum"))
          return <Selector key={command} player={player} control={command} isReachable={isReachable} />;
        return (
          <ChoiceMenu
            key={command}
            playerId={player.id}
            command={command}
            label={nameOf(command)}
            choices={listed}
            isDisabled={!isReachable}
          />
        );
      })}
    </div>
  );
}
