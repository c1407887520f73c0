import type { PlayerProps } from "../player.ts";
import { t } from "../texts.ts";
import { choices, level, text } from "../values.ts";
import { ownSettings } from "./has-device.ts";
import type { Widget } from "./other-values.ts";
import { Panel } from "../controls.tsx";
import { Property } from "./property.tsx";

/** The allowed settings of the player's own settings tree, in its groups and with its own names. */
export function OwnSettings({ player }: PlayerProps) {
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
              <Setting key={tag} player={player} tag={tag} />
            ))}
        </div>
      ))}
    </Panel>
  );
}

function Setting({ player, tag }: PlayerProps & { readonly tag: string }) {
  const leaf = `settings/${tag}` as const;
  const listed = choices(player, leaf);
  const range = level(player, leaf);
  const isSwitch =
    listed.options.length === 2 && listed.options.every(({ value }) => /^o(?:n|ff)$/.test(value));
  const widget: Widget =
    range !== undefined
      ? { kind: "slider", level: { ...range, text: text(player, `${leaf}/text`) || undefined } }
      : listed.options.length === 0
        ? { kind: "text" }
        : isSwitch
          ? { kind: "switch" }
          : { kind: "menu", choices: listed };
  return (
    <Property
      player={player}
      command="settings"
      label={text(player, `${leaf}/title`)}
      shown={text(player, leaf)}
      widget={widget}
      request={(value) => `${tag} ${value}`}
    />
  );
}
