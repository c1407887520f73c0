import { CommandButton, Failure, useCommand } from "../command.tsx";
import { can, type ReachableProps } from "../player.ts";
import { commandText } from "../outcome-text.ts";
import { nameOf } from "../names.ts";
import { t } from "../texts.ts";
import { choices, level } from "../values.ts";
import { displayLevels, displayMenus } from "./has-device.ts";
import { Level } from "./level.tsx";
import { Menus } from "../now/choice-menu.tsx";
import { Panel } from "../controls.tsx";

export function Display({ player, isReachable }: ReachableProps) {
  const { id } = player;
  const shows = choices(player, "display/show");
  return (
    <Panel look="device-panel" icon="television" title={t("display.title")}>
      {can(player, "screen") ? (
        <Words
          playerId={id}
          command="screen"
          words={{ on: t("screen.on"), off: t("screen.off") }}
          isReachable={isReachable}
        />
      ) : null}
      {displayLevels.map((command) => {
        const value = level(player, command);
        return value === undefined || !can(player, command) ? null : (
          <Level
            key={command}
            playerId={id}
            command={command}
            label={nameOf(command)}
            value={value}
            isReachable={isReachable}
          />
        );
      })}
      <Menus player={player} isReachable={isReachable} commands={displayMenus} />
      {can(player, "display/show") ? (
        <Words
          playerId={id}
          command="display/show"
          words={Object.fromEntries(
            shows.options.map(({ value }) => [
              value,
              commandText({ command: "display/show", request: value }, player),
            ]),
          )}
          shown={shows.current}
          isReachable={isReachable}
        />
      ) : null}
    </Panel>
  );
}

interface WordsProps {
  readonly playerId: string;
  readonly command: string;
  readonly words: Readonly<Record<string, string>>;
  /** The word that holds now; undefined where no player reports it. */
  readonly shown?: string | undefined;
  readonly isReachable: boolean;
}

function Words({ playerId, command, words, shown, isReachable }: WordsProps) {
  const use = useCommand(playerId, command);
  return (
    <div class="device-group">
      <div class="options">
        {Object.entries(words).map(([word, text]) => (
          <CommandButton
            key={word}
            use={use}
            request={word}
            look="is-large"
            aria-pressed={shown === undefined ? undefined : shown === word}
            isDisabled={!isReachable}
          >
            {text}
          </CommandButton>
        ))}
      </div>
      <Failure text={use.failure} />
    </div>
  );
}
