import type { ComponentChildren, JSX } from "preact";
import { useState } from "preact/hooks";
import type { MusicView, PlayerView, PositionView, VideoView } from "../../wire.ts";
import { Draw, type DrawingName } from "../drawings.tsx";
import { clockText } from "../format.ts";
import { useNow } from "../hooks.ts";
import { playerAddress } from "../requests.ts";
import { Transport } from "./transport.tsx";
import { t } from "../texts.ts";

/** The video or music that plays, or an idle tile. */
export function NowPlaying({
  player,
  isCurrent,
}: {
  readonly player: PlayerView;
  /** Whether this is the last known state of an offline player. */
  readonly isCurrent: boolean;
}): JSX.Element {
  const { id, video, music, position, controls } = player;
  const isStale = !isCurrent;
  const hasVideo = video !== null && video.state !== "idle" && video.title !== "";
  const hasMusic = music !== null && music.title !== "";
  if (!hasVideo && !hasMusic) {
    return (
      <Playing
        drawing="idle"
        word={t(isStale ? "playing.was.idle" : "playing.idle")}
        title={t("playing.nothing")}
        isQuiet
      >
        {music === null ? null : <p class="facts">{t("playing.inQueue", { count: music.total })}</p>}
      </Playing>
    );
  }
  return (
    <>
      {hasVideo ? <Video video={video} position={position} isStale={isStale} /> : null}
      {hasVideo && controls.hasVideoPlayback ? (
        <Transport playerId={id} of="video" isPlaying={video.state === "playing"} isReachable={isCurrent} />
      ) : null}
      {hasMusic ? <Music playerId={id} music={music} isStale={isStale} isSecond={hasVideo} /> : null}
      {hasMusic && controls.hasMusicPlayback ? (
        <Transport playerId={id} of="music" isPlaying={music.state === "playing"} isReachable={isCurrent} />
      ) : null}
    </>
  );
}

interface PlayingProps {
  readonly drawing: DrawingName;
  readonly word: string;
  readonly title: string;
  /** The address of the cover; a drawing is shown without one. */
  readonly cover?: string | undefined;
  readonly isMoving?: boolean;
  readonly isQuiet?: boolean;
  readonly children?: ComponentChildren;
}

function Playing({
  drawing,
  word,
  title,
  cover,
  isMoving = false,
  isQuiet = false,
  children,
}: PlayingProps): JSX.Element {
  return (
    <div class={`playing${isQuiet ? " is-quiet" : ""}`}>
      <Sleeve key={cover} cover={cover} drawing={drawing} />
      <div class="playing-text">
        <p class="word">
          {word}
          {isMoving ? (
            <span class="bars">
              <i />
              <i />
              <i />
            </span>
          ) : null}
        </p>
        <p class="title" title={title}>
          {title}
        </p>
        {children}
      </div>
    </div>
  );
}

function Sleeve({ cover, drawing }: Pick<PlayingProps, "cover" | "drawing">): JSX.Element {
  const [isBroken, setBroken] = useState(false);
  return (
    <span class="sleeve">
      {cover === undefined || isBroken ? (
        <Draw name={drawing} />
      ) : (
        <img src={cover} alt="" onError={() => setBroken(true)} />
      )}
    </span>
  );
}

interface VideoProps {
  readonly video: VideoView;
  readonly position: PositionView | null;
  readonly isStale: boolean;
}

function Video({ video, position, isStale }: VideoProps): JSX.Element {
  const isMoving = video.state === "playing" && !isStale;
  return (
    <>
      <Playing
        drawing={video.state === "paused" ? "pause" : "film"}
        word={t(`playing.${isStale ? "was" : "video"}.${video.state}`)}
        title={video.title}
        isMoving={isMoving}
      >
        {video.facts.length === 0 ? null : <p class="facts">{video.facts.join("  ·  ")}</p>}
      </Playing>
      {position === null ? null : (
        <Progress position={position} durationSeconds={video.durationSeconds} isMoving={isMoving} />
      )}
    </>
  );
}

interface ProgressProps {
  readonly position: PositionView;
  readonly durationSeconds: number | undefined;
  readonly isMoving: boolean;
}

function Progress({ position, durationSeconds = 0, isMoving }: ProgressProps): JSX.Element {
  const now = useNow(1000, isMoving);
  const moved = isMoving ? Math.max(0, now - position.at) / 1000 : 0;
  const seconds =
    durationSeconds > 0 ? Math.min(position.seconds + moved, durationSeconds) : position.seconds + moved;
  const part = durationSeconds > 0 ? seconds / durationSeconds : 0;
  return (
    <div class="progress">
      <span>{clockText(seconds)}</span>
      <span
        class="track"
        role="progressbar"
        aria-label={t("playing.position")}
        aria-valuemin={0}
        aria-valuemax={Math.round(durationSeconds)}
        aria-valuenow={Math.round(seconds)}
        aria-valuetext={t("playing.positionOf", {
          position: clockText(seconds),
          duration: clockText(durationSeconds),
        })}
      >
        <i style={{ transform: `scaleX(${part.toFixed(4)})` }} />
      </span>
      <span>{durationSeconds > 0 ? clockText(durationSeconds) : "–"}</span>
    </div>
  );
}

interface MusicProps {
  readonly playerId: string;
  readonly music: MusicView;
  readonly isStale: boolean;
  readonly isSecond: boolean;
}

function Music({ playerId, music, isStale, isSecond }: MusicProps): JSX.Element {
  const { state, title, artist, album, current, total, format, cover } = music;
  const place =
    current === undefined
      ? t("playing.inQueue", { count: total })
      : t("playing.place", { place: current + 1, total });
  const words = t(`playing.${isStale ? "was" : "music"}.${state}`);
  return (
    <Playing
      drawing={state === "paused" ? "pause" : "music"}
      word={total === 0 ? words : `${words}  ·  ${place}`}
      isMoving={state === "playing" && !isStale}
      title={title}
      cover={cover === "" ? undefined : playerAddress(playerId, `cover?key=${cover}`)}
      isQuiet={isSecond}
    >
      <p class="by">{[artist, album].filter((text) => text !== "").join("  ·  ")}</p>
      {format === "" || isSecond ? null : <p class="facts">{format}</p>}
    </Playing>
  );
}
