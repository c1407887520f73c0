import type { JSX } from "preact";
import type { PlayerView } from "../../src/extensions/page/wire.ts";
import { CommandButton, Failure, useCommand } from "../command.tsx";
import { ChoiceMenu } from "../now/choice-menu.tsx";
import { can, type ReachableProps } from "../player.ts";
import { t } from "../texts.ts";
import { Level } from "./level.tsx";
import { Panel } from "../controls.tsx";

const levels = [
  { command: "display/brightness", level: "brightness" },
  { command: "display/knob", level: "knob" },
] as const;
const menus = [
  { command: "display/knob-color", list: "knobColors" },
  { command: "display/meters", list: "meters" },
  { command: "display/spectrum", list: "spectrum" },
] as const;

export function hasDisplay(player: PlayerView): boolean {
  const { device } = player;
  return (
    can(player, "screen") ||
    levels.some(({ level }) => device[level] !== null) ||
    menus.some(({ list }) => device[list].options.length > 0)
  );
}

export function Display({ player, isReachable }: ReachableProps): JSX.Element {
  const { id, device } = player;
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
      {levels.map(({ command, level }) => {
        const value = device[level];
        return value === null || !can(player, command) ? null : (
          <Level
            key={command}
            playerId={id}
            command={command}
            label={t(`command.${command}`)}
            value={value}
            isReachable={isReachable}
          />
        );
      })}
      <div class="menus">
        {menus.map(({ command, list }) =>
          can(player, command) ? (
            <ChoiceMenu
              key={command}
              playerId={id}
              command={command}
              label={t(`command.${command}`)}
              choices={device[list]}
              isDisabled={!isReachable}
            />
          ) : null,
        )}
      </div>
      {can(player, "display/show") ? (
        <Words
          playerId={id}
          command="display/show"
          words={Object.fromEntries(device.showable.map((mode) => [mode, t(`display.show.${mode}`)]))}
          shown={device.shows ?? undefined}
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

function Words({ playerId, command, words, shown, isReachable }: WordsProps): JSX.Element {
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
