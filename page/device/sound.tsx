import type { JSX } from "preact";
import { ChoiceMenu } from "../now/choice-menu.tsx";
import { can, type ReachableProps } from "../player.ts";
import { t } from "../texts.ts";
import { choices, text } from "../values.ts";
import { Panel } from "../controls.tsx";
import { soundMenus } from "./has-device.ts";
import { Switch } from "./own-settings.tsx";

/** The player's settings of the sound that have topics of their own. */
export function Sound({ player, isReachable }: ReachableProps): JSX.Element {
  const autoplay = "sound/cd-autoplay";
  const cd = text(player, autoplay);
  return (
    <Panel look="device-panel" icon="wave" title={t("sound.title")}>
      <div class="menus">
        {soundMenus.map((command) =>
          can(player, command) ? (
            <ChoiceMenu
              key={command}
              playerId={player.id}
              command={command}
              label={t(`command.${command}`)}
              choices={choices(player, command)}
              isDisabled={!isReachable}
            />
          ) : null,
        )}
      </div>
      {cd !== "" && can(player, autoplay) ? (
        <Switch
          playerId={player.id}
          command={autoplay}
          label={t(`command.${autoplay}`)}
          isOn={cd === "on"}
          request={(word) => word}
          isReachable={isReachable}
        />
      ) : null}
    </Panel>
  );
}
