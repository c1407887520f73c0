import type { JSX } from "preact";
import { ChoiceMenu } from "../now/choice-menu.tsx";
import { can, type ReachableProps } from "../player.ts";
import { nameOf } from "../names.ts";
import { choices } from "../values.ts";
import type { displayMenus, soundMenus } from "./has-device.ts";

type MenuCommand = (typeof displayMenus)[number] | (typeof soundMenus)[number];

/** A menu for each of these lists that the player lets be set. */
export function Menus({
  player,
  isReachable,
  commands,
}: ReachableProps & { readonly commands: readonly MenuCommand[] }): JSX.Element {
  return (
    <div class="menus">
      {commands.map((command) =>
        can(player, command) ? (
          <ChoiceMenu
            key={command}
            playerId={player.id}
            command={command}
            label={nameOf(command)}
            choices={choices(player, command)}
            isDisabled={!isReachable}
          />
        ) : null,
      )}
    </div>
  );
}
