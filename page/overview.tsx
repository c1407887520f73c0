import { Component } from "preact";
import { useMemo, useRef, useState } from "preact/hooks";
import type { PlayerView } from "../src/extensions/page/wire.ts";
import { companyOf, leaderOf, leadersOf } from "./company.ts";
import { EmptyState } from "./empty-state.tsx";
import { useIsNear } from "./hooks.ts";
import { CardHead, PlayerCard, type RoomProps } from "./player-card.tsx";
import { PlayerLine } from "./player-line.tsx";
import { availabilityOf, infoOf, isIn, isOnline, isSearchable } from "./player.ts";
import { SearchField } from "./search-field.tsx";
import type { PageState } from "./state.ts";
import { t } from "./texts.ts";
import { text } from "./values.ts";

/** From so many rooms on, each has what one reaches for: cover, title, pause, volume. */
const severalRooms = 3;
/** From so many players on, each is a line, those that play first, with a search field. */
export const manyPlayers = 9;

type Layout = "cards" | "rooms" | "lines";

export function Overview({ state }: { readonly state: PageState }) {
  const { players } = state;
  const [searchText, setSearchText] = useState("");
  if (players.length === 0) return <EmptyState bridge={state.bridge} />;
  const isMany = players.length >= manyPlayers;
  const leaders = leadersOf(players);
  const layout = isMany ? "lines" : leaders.length >= severalRooms ? "rooms" : "cards";
  const wanted = searchText.trim().toLowerCase();
  const matching = players.filter((player) => isFound(player, wanted, companyOf(player, players)));
  const foundLeaders = new Set(matching.map((player) => leaderOf(player, players)));
  const found = leaders.filter((player) => foundLeaders.has(player));
  const shown = isMany ? found.toSorted((one, other) => rankOf(one) - rankOf(other)) : found;
  return (
    <>
      <h1 class="hidden">{t("overview.title")}</h1>
      {!isMany && !players.some(isSearchable) ? null : (
        <SearchField players={players} value={searchText} onInput={setSearchText}>
          {isMany ? <span>{summary(players)}</span> : null}
        </SearchField>
      )}
      {(isMany ? byRoom(shown) : [["", shown] as const]).map(([room, inside], group) => (
        <section key={room} aria-label={room === "" ? undefined : room}>
          {room === "" ? null : <h2 class="room">{room}</h2>}
          <div class={`cards${classOf(layout, leaders.length)}`}>
            {inside.map((player, place) => (
              <SteadyCard
                key={player.id}
                player={player}
                company={companyOf(player, players)}
                isFirst={group === 0 && place < (isMany ? mostLines : manyPlayers)}
                layout={layout}
              />
            ))}
          </div>
        </section>
      ))}
      {shown.length === 0 ? <p class="nothing">{t("overview.noMatch", { searchText })}</p> : null}
    </>
  );
}

interface CardProps extends RoomProps {
  readonly isFirst: boolean;
  readonly layout: Layout;
}

/** The players of each room, in the order of their first ones: the rooms in which something plays come first. */
function byRoom(players: readonly PlayerView[]): (readonly [room: string, players: readonly PlayerView[]])[] {
  const rooms = new Map<string, PlayerView[]>();
  for (const player of players) {
    const { room = "" } = player.identity;
    const inside = rooms.get(room);
    if (inside === undefined) rooms.set(room, [player]);
    else inside.push(player);
  }
  // Those in no room have no heading, so they cannot stand below one.
  return [...rooms].toSorted(([one], [other]) => Number(other === "") - Number(one === ""));
}

/** Lines that a large screen shows at once. */
const mostLines = 60;

/** What plays comes first, what is off last. */
function rankOf(player: PlayerView): number {
  if (!isOnline(player)) return 3;
  return isIn(player, "playing") ? 0 : isIn(player, "paused") ? 1 : 2;
}

/** Passes over a card on which nothing differs: a change concerns one player of many. */
class SteadyCard extends Component<CardProps> {
  override shouldComponentUpdate({ player, company, layout }: CardProps): boolean {
    const { props } = this;
    return player !== props.player || company !== props.company || layout !== props.layout;
  }

  override render() {
    return <Card {...this.props} />;
  }
}

/**
 * Far out of view, a card has only its name, for searches in the page and screen readers: a thousand whole cards are
 * slow.
 */
function Card({ player, company, isFirst, layout }: CardProps) {
  const card = useRef<HTMLElement>(null);
  const isNear = useIsNear(card, isFirst);
  const { id, identity } = player;
  const availability = availabilityOf(player);
  return useMemo(
    () => (
      <article
        ref={card}
        class={`card is-${availability}${layout === "cards" ? "" : " is-line"}`}
        aria-labelledby={`name-${id}`}
      >
        {!isNear ? (
          <CardHead player={player} />
        ) : layout === "cards" ? (
          <PlayerCard player={player} company={company} />
        ) : (
          <PlayerLine player={player} company={company} hasVolume={layout === "rooms"} />
        )}
      </article>
    ),
    isNear ? [player, company, layout] : [id, identity, availability, layout],
  );
}

function classOf(layout: Layout, count: number): string {
  if (layout === "rooms") return " is-rooms";
  if (layout === "lines") return " is-many";
  return count === 1 ? " is-single" : "";
}

/** Whether a player, its room, who plays along, or what it plays has this text, in lower case. */
export function isFound(player: PlayerView, searchText: string, company = ""): boolean {
  if (searchText === "") return true;
  const { id, identity } = player;
  const shown = (["video/title", "music/title", "music/artist"] as const).map((leaf) => text(player, leaf));
  const texts = [id, identity.name, company, identity.room, infoOf(player, "model"), ...shown];
  return texts.some((one) => one?.toLowerCase().includes(searchText));
}

function summary(players: readonly PlayerView[]): string {
  const offline = players.filter((player) => availabilityOf(player) === "offline").length;
  const playing = players.filter((player) => isIn(player, "playing")).length;
  return t("overview.summary", { count: players.length, playing, offline });
}
