import type { JSX } from "preact";
import type { SettingView } from "../../src/extensions/page/wire.ts";
import { Failure, useSetting } from "../command.tsx";
import { ChoiceMenu } from "../now/choice-menu.tsx";
import { t } from "../texts.ts";
import { Level } from "./level.tsx";
import { Panel } from "../controls.tsx";

interface OwnSettingsProps {
  readonly playerId: string;
  readonly settings: readonly SettingView[];
  readonly isReachable: boolean;
}

/** The allowed settings of the player's own settings tree, in its groups and with its own names. */
export function OwnSettings({ playerId, settings, isReachable }: OwnSettingsProps): JSX.Element | null {
  if (settings.length === 0) return null;
  const groups = [...new Set(settings.map(({ group }) => group))];
  return (
    <Panel look="device-panel" icon="chip" title={t("settings.title")}>
      {groups.map((group) => (
        <div key={group} class="device-group" role="group" aria-label={group || t("settings.title")}>
          {group === "" ? null : <h3>{group}</h3>}
          {settings
            .filter((setting) => setting.group === group)
            .map((setting) => (
              <Setting key={setting.tag} playerId={playerId} setting={setting} isReachable={isReachable} />
            ))}
        </div>
      ))}
    </Panel>
  );
}

interface SettingProps {
  readonly playerId: string;
  readonly setting: SettingView;
  readonly isReachable: boolean;
}

function Setting({ playerId, setting, isReachable }: SettingProps): JSX.Element {
  const { tag, title } = setting;
  const shared = {
    playerId,
    command: "settings",
    label: title,
    request: (value: number | string) => `${tag} ${value}`,
  };
  switch (setting.kind) {
    case "switch":
      return <Switch {...shared} isOn={setting.isOn} isReachable={isReachable} />;
    case "range":
      return <Level {...shared} value={setting} isReachable={isReachable} />;
    case "list":
      return <ChoiceMenu {...shared} choices={setting} isDisabled={!isReachable} />;
  }
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

function Switch({ playerId, command, label, isOn, request, isReachable }: SwitchProps): JSX.Element {
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
