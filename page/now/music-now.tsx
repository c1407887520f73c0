import type { PlayerView } from "../../src/extensions/page/wire.ts";
import { useReachable } from "../bridge-context.ts";
import { Failure, useSetting } from "../command.tsx";
import { t } from "../texts.ts";
import { allows, can, isFromQueue, isPassThrough, type Music, type NowPlayingProps } from "../player.ts";
import { number, text } from "../values.ts";
import { soundText } from "./facts.ts";
import { Hero } from "./hero.tsx";
import { mediumOf, musicPictures } from "./pictures.ts";
import { Playing } from "./playing.tsx";
import { Progress } from "./progress.tsx";
import { SeekBar } from "./seek-bar.tsx";
import { MusicTransport } from "./transport.tsx";
import { Button } from "../controls.tsx";

interface MusicNowProps extends NowPlayingProps {
  readonly music: Music;
  /** Whether a film is above it. */
  readonly isSecond: boolean;
}

export function MusicNow({ player, music, isCard = false, isSecond }: MusicNowProps) {
  const isReachable = useReachable(player);
  const position = player.positions.music;
  const { state, durationSeconds } = music;
  const isMoving = state === "playing" && isReachable;
  const isActive = state !== "idle";
  const canSeek = can(player, "music/position") && allows(player, "seek");
  const isSeekable = !isCard && isReachable && canSeek && durationSeconds !== undefined;
  const playhead = { durationSeconds, isMoving };
  const Frame = isCard || isSecond ? Playing : Hero;
  return (
    <>
      <Frame
        medium={mediumOf(player)}
        pictures={musicPictures(player)}
        word={musicWord(player, music, isReachable)}
        title={music.title}
        isMoving={isMoving}
        isSquare
      >
        <MusicTexts player={player} music={music} />
      </Frame>
      {position === null || !isActive ? null : isSeekable ? (
        <SeekBar player={player} of="music" position={position} {...playhead} />
      ) : durationSeconds === undefined ? null : (
        <Progress position={position} {...playhead} />
      )}
      {isReachable ? (
        <MusicTransport player={player} isSmall={isCard}>
          {isCard || !can(player, "music/mode") ? null : <ModeButtons player={player} />}
        </MusicTransport>
      ) : null}
    </>
  );
}

/** Its state, and its place in the queue. */
function musicWord(player: PlayerView, { state }: Music, isCurrent: boolean): string {
  if (isPassThrough(player) && isCurrent && state === "unknown") return t("playing.fromInput");
  const word = t(`playing.${isCurrent ? "music" : "was"}.${state}`);
  const total = number(player, "music/queue/total") ?? 0;
  if (total === 0 || !isFromQueue(player)) return word;
  const { current } = player.lists.queue;
  const place =
    current < 0 ? t("playing.inQueue", { count: total }) : t("playing.place", { place: current + 1, total });
  return `${word}  ·  ${place}`;
}

function MusicTexts({ player, music }: Pick<MusicNowProps, "player" | "music">) {
  const facts = soundText(player) || music.format;
  const by = [music.artist, music.album].filter((part) => part !== "").join("  ·  ");
  return (
    <>
      {by === "" ? null : <p class="by">{by}</p>}
      {facts === "" ? null : <p class="facts">{facts}</p>}
    </>
  );
}

/** Shuffle, and repeating one track; neither means the order of the list. */
function ModeButtons({ player }: Pick<MusicNowProps, "player">) {
  const mode = text(player, "music/mode");
  const { shown, choose, failure, pending } = useSetting(player, "music/mode", mode);
  if (mode === "") return null;
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
