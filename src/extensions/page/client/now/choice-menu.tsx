import type { JSX } from "preact";
import { useId } from "preact/hooks";
import type { ChoicesView } from "../../wire.ts";
import { Failure, useSetting } from "../command.tsx";
import { t } from "../texts.ts";

/** The menus of a film: the command of each, and the list that it selects from. */
export const filmMenus = [
  { command: "video/subtitle", list: "subtitles" },
  { command: "video/audio-track", list: "audioTracks" },
  { command: "video/zoom", list: "zooms" },
  { command: "video/play-mode", list: "playModes" },
] as const;

interface ChoiceMenuProps {
  readonly playerId: string;
  readonly command: (typeof filmMenus)[number]["command"];
  readonly choices: ChoicesView;
}

/** A list that the player offers for films, where there is a choice. */
export function ChoiceMenu({ playerId, command, choices }: ChoiceMenuProps): JSX.Element | null {
  const { current, options } = choices;
  const { shown, choose, failure, pending } = useSetting(playerId, command, current);
  const id = useId();
  if (options.length < 2) return null;
  return (
    <div class="menu">
      <label for={id}>{t(`command.${command}`)}</label>
      <select
        id={id}
        value={shown ?? ""}
        aria-busy={pending !== undefined}
        onChange={({ currentTarget }) => void choose(Number(currentTarget.value))}
      >
        {shown === undefined ? <option value="">–</option> : null}
        {options.map(({ index, title }) => (
          <option key={index} value={index}>
            {index === 0 && command === "video/subtitle" ? t("subtitle.off") : title}
          </option>
        ))}
      </select>
      <Failure text={failure} />
    </div>
  );
}
