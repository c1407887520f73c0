import { can, type PlayerProps } from "../player.ts";
import { nameOf } from "../names.ts";
import { t } from "../texts.ts";
import { text } from "../values.ts";
import { Menus } from "../now/choice-menu.tsx";
import { Panel } from "../controls.tsx";
import { soundMenus } from "./has-device.ts";
import { Switch } from "./property.tsx";

/** The player's settings of the sound that have topics of their own. */
export function Sound({ player }: PlayerProps) {
  const autoplay = "sound/cd-autoplay";
  const cd = text(player, autoplay);
  return (
    <Panel look="device-panel" icon="wave" title={t("sound.title")}>
      <Menus player={player} commands={soundMenus} />
      {cd !== "" && can(player, autoplay) ? (
        <Switch player={player} command={autoplay} label={nameOf(autoplay)} shown={cd} />
      ) : null}
    </Panel>
  );
}
