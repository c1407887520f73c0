import type { JSX } from "preact";
import { useId } from "preact/hooks";
import type { ChoicesView } from "../../src/extensions/page/wire.ts";
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
  readonly command: string;
  readonly label: string;
  readonly choices: ChoicesView;
  readonly request?: (index: number) => string;
  readonly isDisabled?: boolean;
}

export function ChoiceMenu({
  playerId,
  command,
  label,
  choices,
  request = String,
  isDisabled = false,
}: ChoiceMenuProps): JSX.Element | null {
  const { current, options } = choices;
  const { shown, choose, failure, pending } = useSetting(playerId, command, current);
  const id = useId();
  if (options.length < 2) return null;
  return (
    <div class="menu">
      <label for={id}>{label}</label>
      <select
        id={id}
        value={shown ?? ""}
        aria-busy={pending !== undefined}
        disabled={isDisabled}
        onChange={({ currentTarget: { value } }) => void choose(Number(value), request(Number(value)))}
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
