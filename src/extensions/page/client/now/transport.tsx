import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { ControlsView } from "../../wire.ts";
import { useBridge } from "../bridge-context.ts";
import { Draw } from "../drawings.tsx";
import { numberText, t } from "../texts.ts";

/** Sends commands and tracks the pending one. */
function useSending(
  playerId: string,
  command: string,
): [string | undefined, (request: string) => Promise<void>] {
  const { send } = useBridge();
  const [busy, setBusy] = useState<string>();
  const start = async (request: string): Promise<void> => {
    setBusy(request);
    await send(playerId, command, request);
    setBusy(undefined);
  };
  return [busy, start];
}

/** What a transport moves. */
export interface TransportProps {
  readonly playerId: string;
  readonly of: "video" | "music";
  readonly isPlaying: boolean;
  readonly isReachable: boolean;
}

/** Previous, play or pause, next. */
export function Transport({ playerId, of, isPlaying, isReachable }: TransportProps): JSX.Element {
  const [busy, start] = useSending(playerId, `${of}/playback`);
  const buttons = ["previous", isPlaying ? "pause" : "play", "next"] as const;
  return (
    <div class="transport">
      {buttons.map((name) => (
        <button
          key={name}
          type="button"
          class="button is-icon"
          aria-label={t(`transport.${of}.${name}`)}
          title={t(`transport.${of}.${name}`)}
          aria-busy={busy === name}
          disabled={!isReachable}
          onClick={() => void start(name)}
        >
          <Draw name={name} />
        </button>
      ))}
    </div>
  );
}

/** Longer than the interval at which the bridge sends changes. */
const settlesMs = 300;

/** Volume and mute, where the player supports them. */
export function Loudness({
  playerId,
  controls: { volume, isMuted },
  isReachable,
}: {
  readonly playerId: string;
  readonly controls: ControlsView;
  readonly isReachable: boolean;
}): JSX.Element | null {
  const [, setVolume] = useSending(playerId, "volume");
  const [wanted, setWanted] = useState<number>();
  const [isMuting, setMuted] = useSending(playerId, "mute");
  if (volume === null && isMuted === null) return null;
  const choose = async (request: string): Promise<void> => {
    await setVolume(request);
    // The player's volume arrives just after the outcome; a later request stays shown until its own outcome.
    setTimeout(() => setWanted((now) => (now === Number(request) ? undefined : now)), settlesMs);
  };
  const shown = wanted ?? volume;
  return (
    <section class="loudness">
      {isMuted === null ? null : (
        <button
          type="button"
          class="button is-icon"
          aria-label={t("volume.mute")}
          aria-pressed={isMuted}
          aria-busy={isMuting !== undefined}
          disabled={!isReachable}
          onClick={() => void setMuted(isMuted ? "off" : "on")}
        >
          <Draw name={isMuted ? "mute" : "output"} />
        </button>
      )}
      {shown === null || volume === null ? null : (
        <>
          <input
            type="range"
            min={0}
            max={100}
            aria-label={t("volume.label")}
            value={shown}
            disabled={!isReachable}
            onInput={({ currentTarget }) => setWanted(Number(currentTarget.value))}
            onChange={({ currentTarget }) => void choose(currentTarget.value)}
          />
          <span class="figure-text">{numberText(shown / 100, { style: "percent" })}</span>
        </>
      )}
    </section>
  );
}
