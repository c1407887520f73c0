import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { Icon } from "../icons.tsx";
import { useNow } from "../hooks.ts";
import { filmOf, isOnline, musicOf, type LiveProps } from "../player.ts";
import { playerLink } from "../route.ts";
import { t } from "../texts.ts";
import { Artwork } from "./artwork.tsx";
import { filmFacts } from "./facts.ts";
import { Loudness } from "./loudness.tsx";
import { pictureOf } from "./pictures.ts";
import { Progress } from "./progress.tsx";
import { Transport } from "./transport.tsx";

/** Controls stay for so long after a touch. */
const shownMs = 8000;
/** The hours from which and until which a wall is dimmed. */
const night = { from: 22, until: 7 };

/** What a player plays, for a tablet on a wall: the picture fills it, controls come at a touch, and it dims at night. */
export function Wall({ player, isLive }: LiveProps): JSX.Element {
  const { id, identity, positions } = player;
  const [isTouched, setTouched] = useState(false);
  const timer = useRef<number>(undefined);
  // Night is where the screen is, whatever the bridge's clock says.
  useNow(60_000);
  const hour = new Date().getHours();
  const touch = (): void => {
    setTouched(true);
    clearTimeout(timer.current);
    timer.current = window.setTimeout(() => setTouched(false), shownMs);
  };
  useEffect(() => {
    // A key or the focus of a keyboard is as good as a touch.
    const press = ({ key }: KeyboardEvent): void => {
      if (key === "Escape") location.hash = playerLink(id);
      else touch();
    };
    addEventListener("keydown", press);
    return () => {
      removeEventListener("keydown", press);
      clearTimeout(timer.current);
    };
  }, []);
  const [video, music] = [filmOf(player), musicOf(player)];
  const film = video === null ? null : { ...video, at: positions.video };
  const isReachable = isLive && isOnline(player);
  const isDim = !isTouched && (hour >= night.from || hour < night.until);
  const shown = film ?? (music === null ? null : { ...music, at: positions.music });
  const isMoving = shown?.state === "playing" && isReachable;
  const picture = pictureOf(player, true);
  const lines =
    video !== null
      ? [filmFacts(player)]
      : [[music?.artist, music?.album].filter(Boolean).join("  ·  "), music?.format ?? ""];
  return (
    <section
      class={`wall is-${picture.medium}${isDim ? " is-dim" : ""}${isTouched ? " is-touched" : ""}`}
      aria-label={identity.name}
      onPointerDown={touch}
    >
      <div class="wall-picture">
        <Artwork {...picture} title={shown?.title ?? identity.name} />
      </div>
      <div class="wall-text">
        <p class="word">
          {isReachable
            ? identity.name
            : `${identity.name}  ·  ${t(`presence.${isLive ? "offline" : "was.online"}`)}`}
        </p>
        <h1>{shown?.title ?? t("playing.nothing")}</h1>
        {lines.map((line) => (line === "" ? null : <p key={line}>{line}</p>))}
        {shown?.at && shown.durationSeconds !== undefined ? (
          <Progress position={shown.at} durationSeconds={shown.durationSeconds} isMoving={isMoving} />
        ) : null}
        <div class="wall-controls">
          {isReachable ? <Transport player={player} /> : null}
          <Loudness player={player} isReachable={isReachable} />
          <a class="button is-large" href={playerLink(id)}>
            <Icon name="back" />
            {t("wall.close")}
          </a>
        </div>
      </div>
    </section>
  );
}
