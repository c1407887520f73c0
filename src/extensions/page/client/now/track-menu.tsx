import type { JSX } from "preact";
import { useId } from "preact/hooks";
import type { TracksView } from "../../wire.ts";
import { Failure, useSetting } from "../command.tsx";
import { t } from "../texts.ts";

interface TrackMenuProps {
  readonly playerId: string;
  readonly command: "video/subtitle" | "video/audio-track";
  readonly tracks: TracksView;
}

/** The subtitles or the audio tracks of the film, where there is a choice. */
export function TrackMenu({ playerId, command, tracks }: TrackMenuProps): JSX.Element | null {
  const { current, options } = tracks;
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
