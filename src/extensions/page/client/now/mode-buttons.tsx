import type { JSX } from "preact";
import type { MusicView } from "../../wire.ts";
import { Failure, useSetting } from "../command.tsx";
import { Draw } from "../drawings.tsx";
import { t } from "../texts.ts";

/** Shuffle, and repeating one track; neither means the order of the list. */
export function ModeButtons({
  playerId,
  mode,
}: {
  readonly playerId: string;
  readonly mode: MusicView["mode"];
}): JSX.Element | null {
  const { shown, choose, failure, pending } = useSetting(playerId, "music/mode", mode);
  if (mode === undefined) return null;
  return (
    <span class="transport-more">
      {(["shuffle", "single"] as const).map((one) => (
        <button
          key={one}
          type="button"
          class="button is-icon"
          aria-label={t(`mode.${one}`)}
          title={t(`mode.${one}`)}
          aria-pressed={shown === one}
          aria-busy={pending !== undefined}
          onClick={() => void choose(shown === one ? "list" : one)}
        >
          <Draw name={one} />
        </button>
      ))}
      <Failure text={failure} />
    </span>
  );
}
