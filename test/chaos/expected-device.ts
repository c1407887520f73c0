import type { Display } from "../../simulator/zidoo/display.ts";
import type { OperationName } from "../../simulator/zidoo/operations.ts";
import type { SimulatedPlayer } from "../../simulator/zidoo/simulated-player.ts";
import type { Wanted } from "./wanted.ts";

/* What a player publishes beyond the specification: apps, display, modes of films, posters. */

type Leaves = Readonly<Record<string, Wanted>>;

const anything: Wanted = { rule: () => undefined };

/** The library's entry of the film; the tests of film art hold it against the answer. */
export const filmArt: Leaves = {
  "video/picture": anything,
  "video/backdrop": anything,
  "video/details": anything,
};

export function apps(listed: NonNullable<SimulatedPlayer["apps"]>): Leaves {
  const open = listed.filter(({ isCanOpen }) => isCanOpen);
  return { "app/options": { json: open.map(({ label, packageName }) => ({ package: packageName, label })) } };
}

export function addDisplay(
  { screen, knob, colors, meters, spectrum, sides }: Display,
  add: (from: OperationName, leaves: Leaves) => void,
): void {
  const light = (leaf: string, { level, max }: Display["screen"]): Leaves => ({
    [`display/${leaf}`]: String(level),
    [`display/${leaf}/range`]: { json: { min: 0, max } },
  });
  const shown = sides.vuDisplayMode > 0 ? "meters" : sides.spDisplayMode > 0 ? "spectrum" : "off";
  add("getState", { "display/show/options": { json: ["off", "meters", "spectrum"] }, "display/show": shown });
  add("getScreenBrightness", light("brightness", screen));
  add("getKnobBrightness", light("knob", knob));
  add("getKnobLightColorList", styles("knob-color", colors));
  add("getVUModeList", styles("meters", meters));
  add("getSpPlayModeList", styles("spectrum", spectrum));
}

/** A title that is a number, or listed before, is told with its index. */
function styles(leaf: string, { current, titles }: Display["meters"]): Leaves {
  const options = titles.map((title, index) => {
    const isClear = !/^\d+$/.test(title) && !titles.slice(0, index).includes(title);
    return { index, title: isClear ? title : `${title} (${index})` };
  });
  return {
    [`display/${leaf}`]: options[current]?.title ?? "",
    [`display/${leaf}/options`]: { json: options },
  };
}

/** The options stay when a film ends, until the player is asked without one. */
export function modeOfFilm(player: SimulatedPlayer, mode: "zoom" | "play-mode"): Leaves {
  const { information } = mode === "zoom" ? player.zoom : player.playMode;
  return {
    [`video/${mode}/options`]: anything,
    [`video/${mode}/name`]: player.video.current === undefined ? "" : information,
  };
}
