import type { JSX } from "preact";
import type { MusicView } from "../../src/extensions/page/wire.ts";
import { Failure, useSetting } from "../command.tsx";
import { t } from "../texts.ts";
import { can, type ReachableProps } from "../player.ts";
import { Hero } from "./hero.tsx";
import { mediumOf, musicPictures } from "./pictures.ts";
import { Playing } from "./playing.tsx";
import { Progress } from "./progress.tsx";
import { SeekBar } from "./seek-bar.tsx";
import { MusicTransport } from "./transport.tsx";
import { Button } from "../controls.tsx";

interface MusicNowProps extends ReachableProps {
  readonly music: MusicView;
  readonly isSecond: boolean;
}

export function MusicNow({ player, music, isReachable, isSecond }: MusicNowProps): JSX.Element {
  const { id, musicPosition } = player;
  const { state, durationSeconds, denies, stops } = music;
  const isMoving = state === "playing" && isReachable;
  const isActive = state !== "idle";
  const isSeekable =
    isReachable && can(player, "music/position") && !denies.includes("seek") && durationSeconds !== undefined;
  const playhead = { durationSeconds, isMoving };
  const about = {
    medium: mediumOf(music),
    pictures: musicPictures(id, music),
    word: musicWord(music, isReachable),
    title: music.title,
    isMoving,
  };
  const texts = <MusicTexts music={music} />;
  return (
    <>
      {isSecond ? (
        <Playing {...about}>{texts}</Playing>
      ) : (
        <Hero {...about} isSquare>
          {texts}
        </Hero>
      )}
      {musicPosition === null || !isActive ? null : isSeekable ? (
        <SeekBar playerId={id} of="music" position={musicPosition} {...playhead} />
      ) : durationSeconds === undefined ? null : (
        <Progress position={musicPosition} {...playhead} />
      )}
      {isReachable && can(player, "music/playback") ? (
        <MusicTransport playerId={id} isPlaying={state === "playing"} denies={denies} stops={stops}>
          {can(player, "music/mode") ? <ModeButtons playerId={id} mode={music.mode} /> : null}
        </MusicTransport>
      ) : null}
    </>
  );
}

/** Its state, and its place in the queue. The queue of the player says nothing about radio, Bluetooth or an input. */
export function musicWord(
  { state, current, total, source, isPassThrough }: MusicView,
  isCurrent: boolean,
): string {
  if (isPassThrough && isCurrent && state === "unknown") return t("playing.fromInput");
  const word = t(`playing.${isCurrent ? "music" : "was"}.${state}`);
  if (total === 0 || isPassThrough || source === "bluetooth" || source === "network") return word;
  const place =
    current === undefined
      ? t("playing.inQueue", { count: total })
      : t("playing.place", { place: current + 1, total });
  return `${word}  ·  ${place}`;
}

/** The sound on its way, such as "FLAC 24/96 → DSP → 96 kHz, not bit-perfect"; empty where the output is not known. */
function soundText(sound: MusicView["sound"]): string {
  if (sound === null || sound.output === "") return "";
  const { source, processing, output, bitPerfect } = sound;
  const way = [source, ...processing.map((step) => t(`sound.${step}`)), output]
    .filter((part) => part !== "")
    .join(" → ");
  return bitPerfect === "unknown" ? way : t(`sound.bitPerfect.${bitPerfect}`, { way });
}

export function MusicTexts({ music }: { readonly music: MusicView }): JSX.Element {
  const facts = soundText(music.sound) || music.format;
  const by = [music.artist, music.album].filter((text) => text !== "").join("  ·  ");
  return (
    <>
      {by === "" ? null : <p class="by">{by}</p>}
      {facts === "" ? null : <p class="facts">{facts}</p>}
    </>
  );
}

/** Shuffle, and repeating one track; neither means the order of the list. */
function ModeButtons({
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
        <Button
          key={one}
          look="is-icon"
          label={t(`mode.${one}`)}
          aria-pressed={shown === one}
          isBusy={pending !== undefined}
          onClick={() => void choose(shown === one ? "list" : one)}
          icon={one}
        />
      ))}
      <Failure text={failure} />
    </span>
  );
}
