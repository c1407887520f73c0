import { CommandButton, Failure, useCommand } from "../command.tsx";
import { can, type PlayerProps } from "../player.ts";
import { commandText } from "../outcome-text.ts";
import { nameOf } from "../names.ts";
import { t } from "../texts.ts";
import { choices, level } from "../values.ts";
import { displayLevels, displayMenus } from "./has-device.ts";
import { Level } from "./level.tsx";
import { Menus } from "../now/choice-menu.tsx";
import { Panel } from "../controls.tsx";

export function Display({ player }: PlayerProps) {
  const { options, current } = choices(player, "display/show");
  const words = options.map(({ value }) => value);
  return (
    <Panel look="device-panel" icon="television" title={t("display.title")}>
      <Words player={player} command="screen" words={["on", "off"]} />
      {displayLevels.map((command) => {
        const value = level(player, command);
        return value === undefined || !can(player, command) ? null : (
          <Level key={command} player={player} command={command} label={nameOf(command)} value={value} />
        );
      })}
      <Menus player={player} commands={displayMenus} />
      <Words player={player} command="display/show" words={words} shown={current} />
    </Panel>
  );
}

interface WordsProps extends PlayerProps {
  readonly command: string;
  readonly words: readonly string[];
  /** The word that holds now; undefined where no player reports it. */
  readonly shown?: string | undefined;
}

function Words({ player, command, words, shown }: WordsProps) {
  const use = useCommand(player, command);
  if (!can(player, command)) return null;
  return (
    <div class="device-group">
      <div class="options">
        {words.map((word) => (
          <CommandButton
            key={word}
            use={use}
            request={word}
            look="is-large"
            aria-pressed={shown === undefined ? undefined : shown === word}
          >
            {commandText({ command, request: word }, player)}
          </CommandButton>
        ))}
      </div>
      <Failure text={use.failure} />
    </div>
  );
}
