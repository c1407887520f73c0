import type { ChoiceList } from "../../core/resources/choice-list.ts";
import { type Brightness, displayModes } from "../../core/resources/display.ts";
import type { PlayerSetting } from "../../core/resources/settings.ts";
import type { Session } from "../../core/session/session.ts";
import type { ChoicesView, DeviceView, LevelView, SettingView } from "./wire.ts";

export function deviceView(session: Session): DeviceView {
  const { player, config } = session;
  const { apps = [], settings = [], screenBrightness, knobBrightness } = player;
  return {
    presets: config.presets,
    apps,
    brightness: levelView(screenBrightness),
    knob: levelView(knobBrightness),
    knobColors: choicesView(player.knobColors),
    meters: choicesView(player.meterStyles),
    spectrum: choicesView(player.spectrumStyles),
    shows: player.music?.display ?? null,
    showable: displayModes(session),
    settings: settings.map(settingView),
  };
}

function levelView(brightness: Brightness | undefined): LevelView | null {
  if (brightness === undefined) return null;
  const { level, min, max } = brightness;
  return { level, min, max };
}

function choicesView(
  { options, current }: Pick<ChoiceList, "options" | "current"> = { options: [], current: undefined },
): ChoicesView {
  return { current, options };
}

/** A setting without the address at which it is set. */
export function settingView({ handle: _handle, ...setting }: PlayerSetting): SettingView {
  return setting;
}
