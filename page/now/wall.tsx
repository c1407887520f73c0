import type { RowsView } from "../../src/extensions/page/response-views.ts";
import type { PlayerView } from "../../src/extensions/page/wire.ts";
import { useBridge, useReachable } from "../bridge-context.ts";
import { momentText } from "../format.ts";
import { Icon } from "../icons.tsx";
import { useAnswer, useBriefly, useNow, useWindowEvent } from "../hooks.ts";
import { filmOf, isFromQueue, musicOf, type PlayerProps } from "../player.ts";
import { playerAddress } from "../requests.ts";
import { text } from "../values.ts";
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
export function Wall({ player }: PlayerProps) {
  const { id, identity, positions } = player;
  const [isTouched = false, setTouched] = useBriefly<true>(shownMs);
  // Night is where the screen is, whatever the bridge's clock says.
  useNow(60_000);
  const hour = new Date().getHours();
  const touch = (): void => setTouched(true);
  // A key or the focus of a keyboard is as good as a touch.
  useWindowEvent("keydown", ({ key }) => {
    if (key === "Escape") location.hash = playerLink(id);
    else touch();
  });
  const [video, music] = [filmOf(player), musicOf(player)];
  const film = video === null ? null : { ...video, at: positions.video };
  const { isLive } = useBridge();
  const isReachable = useReachable(player);
  const isDim = !isTouched && (hour >= night.from || hour < night.until);
  const shown = film ?? (music === null ? null : { ...music, at: positions.music });
  const isMoving = shown?.state === "playing" && isReachable;
  const picture = pictureOf(player, true);
  const lines =
    video !== null
      ? [filmFacts(player)]
      : [[music?.artist, music?.album].filter(Boolean).join("  ·  "), music?.format ?? ""];
  const next = useNext(player);
  return (
    <section
      class={`wall is-${picture.medium}${isDim ? " is-dim" : ""}${isTouched ? " is-touched" : ""}`}
      aria-label={identity.name}
      onPointerDown={touch}
    >
      <div class="wall-picture">
        <Artwork {...picture} title={shown?.title ?? identity.name} />
      </div>
      <Clock />
      <div class="wall-text">
        <p class="word">
          {isReachable
            ? identity.name
            : `${identity.name}  ·  ${t(`presence.${isLive ? "offline" : "was.online"}`)}`}
        </p>
        <h1>{shown?.title ?? t("playing.nothing")}</h1>
        {lines.map((line) => (line === "" ? null : <p key={line}>{line}</p>))}
        {next === "" ? null : <p class="wall-next">{t("wall.next", { title: next })}</p>}
        {shown?.at && shown.durationSeconds !== undefined ? (
          <Progress position={shown.at} durationSeconds={shown.durationSeconds} isMoving={isMoving} />
        ) : null}
        <div class="wall-controls">
          {isReachable ? <Transport player={player} /> : null}
          <Loudness player={player} />
          <a class="button is-large" href={playerLink(id)}>
            <Icon name="back" />
            {t("wall.close")}
          </a>
        </div>
      </div>
    </section>
  );
}

/** The time where the screen is, whatever the bridge's clock says. */
function Clock() {
  useNow(1000);
  const now = Date.now();
  return <p class="wall-clock">{momentText(now, now)}</p>;
}

/** The title of the entry that comes next; empty without one, and where no list decides. */
function useNext(player: PlayerView): string {
  const { id, lists } = player;
  const list = filmOf(player) === null ? "queue" : "playlist";
  const { current, size, mark } = lists[list];
  const isInOrder =
    list === "playlist" ||
    (isFromQueue(player) && !["shuffle", "single"].includes(text(player, "music/mode")));
  const isNext = isInOrder && current >= 0 && current + 1 < size;
  const address = isNext ? playerAddress(id, `lists/${list}?start=${current + 1}`) : undefined;
  const answer = useAnswer<RowsView>(address, mark);
  // In a list that has changed, another entry may come next.
  return (answer?.mark === mark ? answer?.value.rows[0]?.title : undefined) ?? "";
}
