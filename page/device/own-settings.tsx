import type { JSX } from "preact";
import { Failure, useSetting } from "../command.tsx";
import { ChoiceMenu } from "../now/choice-menu.tsx";
import { stateText } from "../outcome-text.ts";
import type { ReachableProps } from "../player.ts";
import { t } from "../texts.ts";
import { choices, level, text } from "../values.ts";
import { ownSettings } from "./has-device.ts";
import { Level } from "./level.tsx";
import { Panel } from "../controls.tsx";

/** The allowed settings of the player's own settings tree, in its groups and with its own names. */
export function OwnSettings({ player, isReachable }: ReachableProps): JSX.Element | null {
  const settings = ownSettings(player);
  if (settings.length === 0) return null;
  const groupOf = (tag: string): string => text(player, `settings/${tag}/group`);
  const groups = [...new Set(settings.map(groupOf))];
  return (
    <Panel look="device-panel" icon="chip" title={t("settings.title")}>
      {groups.map((group) => (
        <div key={group} class="device-group" role="group" aria-label={group || t("settings.title")}>
          {group === "" ? null : <h3>{group}</h3>}
          {settings
            .filter((tag) => groupOf(tag) === group)
            .map((tag) => (
              <Setting key={tag} player={player} tag={tag} isReachable={isReachable} />
            ))}
        </div>
      ))}
    </Panel>
  );
}

interface SettingProps extends ReachableProps {
  readonly tag: string;
}

function Setting({ player, tag, isReachable }: SettingProps): JSX.Element {
  const leaf = `settings/${tag}` as const;
  const shared = {
    playerId: player.id,
    command: "settings",
    label: text(player, `${leaf}/title`),
    request: (value: number | string) => `${tag} ${value}`,
  };
  const range = level(player, leaf);
  if (range !== undefined) {
    const value = { ...range, text: text(player, `${leaf}/text`) || undefined };
    return <Level {...shared} value={value} isReachable={isReachable} />;
  }
  const shown = text(player, leaf);
  const { options } = choices(player, leaf);
  if (options.length === 0)
    return (
      <p>
        {shared.label}: <b>{stateText(shown)}</b>
      </p>
    );
  if (options.length === 2 && options.every(({ value }) => value === "off" || value === "on"))
    return <Switch {...shared} isOn={shown === "" ? undefined : shown === "on"} isReachable={isReachable} />;
  return <ChoiceMenu {...shared} choices={choices(player, leaf)} isDisabled={!isReachable} />;
}

interface SwitchProps {
  readonly playerId: string;
  readonly command: string;
  readonly label: string;
  /** Undefined if the player does not report it. */
  readonly isOn: boolean | undefined;
  readonly request: (word: string) => string;
  readonly isReachable: boolean;
}

export function Switch({ playerId, command, label, isOn, request, isReachable }: SwitchProps): JSX.Element {
  const { shown, choose, failure, pending } = useSetting(playerId, command, isOn);
  return (
    <div>
      <label class="switch">
        <span>{label}</span>
        <input
          type="checkbox"
          checked={shown === true}
          indeterminate={shown === undefined}
          aria-busy={pending !== undefined}
          disabled={!isReachable}
          onChange={({ currentTarget: { checked } }) => void choose(checked, request(checked ? "on" : "off"))}
        />
      </label>
      <Failure text={failure} />
    </div>
  );
}
