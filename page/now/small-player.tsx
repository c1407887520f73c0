import { useEffect, useRef } from "preact/hooks";
import type { PlayerView } from "../../src/extensions/page/wire.ts";
import { useReachable } from "../bridge-context.ts";
import { useBriefly } from "../hooks.ts";
import { filmOf, isIn, isOnline, musicOf, type PlayerProps } from "../player.ts";
import { manyPlayers } from "../overview.tsx";
import { playerLink, type Route } from "../route.ts";
import { t } from "../texts.ts";
import { Artwork } from "./artwork.tsx";
import { Loudness } from "./loudness.tsx";
import { pictureOf } from "./pictures.ts";
import { Transport } from "./transport.tsx";

interface SmallPlayerProps {
  readonly players: readonly PlayerView[];
  readonly route: Route;
}

/** For so long after a touch the bar stays with its player, also if that was paused: the next touch may follow soon. */
const staysMs = 10_000;

/**
 * What plays, at the bottom of every view that does not show it large: of the player that is shown, else of the one that was
 * touched last, else of any that plays, which stays the same while it does.
 */
export function SmallPlayer({ players, route }: SmallPlayerProps) {
  const [touchedId, stay] = useBriefly<string>(staysMs);
  const lastId = useRef<string>(undefined);
  const player =
    route.view === "player"
      ? players.find(({ id }) => id === route.playerId)
      : (players.find(({ id }) => id === touchedId) ??
        players.find((one) => one.id === lastId.current && isPlaying(one)) ??
        players.find(isPlaying));
  if (player === undefined || !isOnline(player)) return null;
  lastId.current = player.id;
  const isShownLarge = route.view === "player" && (route.tab === "now" || route.tab === "wall");
  // The cards of the overview have the same buttons, if they are not too many for it.
  if (isShownLarge || (route.view === "overview" && players.length < manyPlayers)) return null;
  if (filmOf(player) === null && musicOf(player) === null) return null;
  const { id } = player;
  return <Bar key={id} player={player} onTouch={() => stay(id)} />;
}

function Bar({ player, onTouch }: PlayerProps & { readonly onTouch: () => void }) {
  const bar = useRef<HTMLElement>(null);
  useEffect(() => keepClear(bar.current), []);
  const { id, identity } = player;
  const isReachable = useReachable(player);
  const [video, music] = [filmOf(player), musicOf(player)];
  const title = video?.title ?? music?.title ?? "";
  const by = video === null ? (music?.artist ?? "") : "";
  return (
    <aside
      ref={bar}
      class="small-player"
      aria-label={t("small.label", { name: identity.name })}
      onPointerDown={onTouch}
      onKeyDown={onTouch}
      onClick={onTouch}
    >
      <a class="small-now" href={playerLink(id)} title={t("small.open", { name: identity.name })}>
        <span class="sleeve">
          <Artwork {...pictureOf(player)} title={title} />
        </span>
        <span class="row-text">
          <span class="row-title">{title}</span>
          <span class="row-by">{[by, identity.name].filter((text) => text !== "").join(" · ")}</span>
        </span>
      </a>
      {isReachable ? <Transport player={player} /> : null}
      <Loudness player={player} />
    </aside>
  );
}

/** Tells the style sheet how high the bar is, so that nothing that gets the focus lies below it (WCAG 2.4.11). */
function keepClear(bar: HTMLElement | null): (() => void) | undefined {
  if (bar === null) return undefined;
  const { style } = document.documentElement;
  const measured = new ResizeObserver(() => style.setProperty("--bar", `${bar.offsetHeight}px`));
  measured.observe(bar);
  return () => {
    measured.disconnect();
    style.removeProperty("--bar");
  };
}

function isPlaying(player: PlayerView): boolean {
  return isOnline(player) && isIn(player, "playing");
}
