import type { JSX } from "preact";
import { useId } from "preact/hooks";
import { Failure, useSetting } from "../command.tsx";
import { t } from "../texts.ts";
import type { Choices } from "../values.ts";

/** The menus of a film, and the topics of what they show. */
export const filmMenus = [
  { command: "video/subtitle", shown: "video/subtitle/name" },
  { command: "video/audio-track", shown: "video/audio-track/name" },
  { command: "video/zoom", shown: "video/zoom/name" },
  { command: "video/play-mode", shown: "video/play-mode/name" },
] as const;

interface ChoiceMenuProps {
  readonly playerId: string;
  readonly command: string;
  readonly label: string;
  readonly choices: Choices;
  readonly request?: (value: string) => string;
  readonly isDisabled?: boolean;
}

export function ChoiceMenu({
  playerId,
  command,
  label,
  choices,
  request = (value) => value,
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
        onChange={({ currentTarget: { value } }) => void choose(value, request(value))}
      >
        {shown === undefined ? <option value="">–</option> : null}
        {options.map(({ value, title }) => (
          <option key={value} value={value}>
            {value === "off" && command === "video/subtitle" ? t("subtitle.off") : title}
          </option>
        ))}
      </select>
      <Failure text={failure} />
    </div>
  );
}
