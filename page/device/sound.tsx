import { can, type ReachableProps } from "../player.ts";
import { nameOf } from "../names.ts";
import { t } from "../texts.ts";
import { text } from "../values.ts";
import { Menus } from "../now/choice-menu.tsx";
import { Panel } from "../controls.tsx";
import { soundMenus } from "./has-device.ts";
import { Switch } from "./property.tsx";

/** The player's settings of the sound that have topics of their own. */
export function Sound({ player, isReachable }: ReachableProps) {
  const autoplay = "sound/cd-autoplay";
  const cd = text(player, autoplay);
  return (
    <Panel look="device-panel" icon="wave" title={t("sound.title")}>
      <Menus player={player} isReachable={isReachable} commands={soundMenus} />
      {cd !== "" && can(player, autoplay) ? (
        <Switch
          playerId={player.id}
          command={autoplay}
          label={nameOf(autoplay)}
          shown={cd}
          isReachable={isReachable}
        />
      ) : null}
    </Panel>
  );
}
