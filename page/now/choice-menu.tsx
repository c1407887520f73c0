import { useId } from "preact/hooks";
import { Failure, useSetting } from "../command.tsx";
import type { displayMenus, soundMenus } from "../device/has-device.ts";
import { nameOf } from "../names.ts";
import { can, type ControlProps, type PlayerProps } from "../player.ts";
import { t } from "../texts.ts";
import { type Choices, choices } from "../values.ts";
import type { Leaf } from "../../src/extensions/page/wire.ts";
import { Selector } from "./selector.tsx";

/** The menus of a film. */
export const filmMenus = ["video/subtitle", "video/audio-track", "video/zoom", "video/play-mode"] as const;

type MenuCommand = (typeof filmMenus | typeof displayMenus | typeof soundMenus)[number];

/** A menu for each of these lists that the player lets be set; with pictures where the player has them. */
export function Menus({ player, commands }: PlayerProps & { readonly commands: readonly MenuCommand[] }) {
  return (
    <div class="menus">
      {commands.map((command) => {
        if (!can(player, command)) return null;
        const shown = command.startsWith("video/") ? (`${command}/name` as Leaf) : command;
        const listed = choices(player, command, shown);
        const isPictured = listed.options.some(({ hasPicture }) => hasPicture);
        if (isPictured && (command === "display/meters" || command === "display/spectrum"))
          return <Selector key={command} player={player} control={command} />;
        return (
          <ChoiceMenu
            key={command}
            player={player}
            command={command}
            label={nameOf(command)}
            choices={listed}
          />
        );
      })}
    </div>
  );
}

interface ChoiceMenuProps extends ControlProps {
  readonly choices: Choices;
}

export function ChoiceMenu({ player, command, label, choices: listed, request = String }: ChoiceMenuProps) {
  const { current, options } = listed;
  const { shown, choose, failure, pending, isReachable } = useSetting(player, command, current);
  const id = useId();
  if (options.length < 2) return null;
  return (
    <div class="menu">
      <label for={id}>{label}</label>
      <select
        id={id}
        value={shown ?? ""}
        aria-busy={pending !== undefined}
        disabled={!isReachable}
        onChange={({ currentTarget: { value } }) => void choose(value, request(value))}
      >
        {shown === undefined ? <option value="">–</option> : null}
        {options.map(({ value, title }) => (
          <option key={value} value={value}>
            {value === "off" && command === "video/subtitle" ? t("subtitle.off") : title}
          </option>
        ))}
      </select>
      <Failure text={failure} />
    </div>
  );
}
