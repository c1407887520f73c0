import { useState } from "preact/hooks";
import type { LibraryView } from "../../src/extensions/page/response-views.ts";
import { useReachable } from "../bridge-context.ts";
import { Back, Button } from "../controls.tsx";
import { LibraryRow } from "../library/library-row.tsx";
import { insideOf, placesAddress, wantedOf } from "../library/places.ts";
import { type Replacing, useReplacing } from "../library/use-replacing.tsx";
import { isFound } from "../overview.tsx";
import { reasonText } from "../phrases.ts";
import { can, isOnline, isSearchable, type PlayerProps } from "../player.ts";
import { PlayerLine } from "../player-line.tsx";
import { playerLink } from "../route.ts";
import { SearchField } from "../search-field.tsx";
import type { PageState } from "../state.ts";
import { t } from "../texts.ts";
import { type Found, mostEntries, useSearch } from "./use-search.ts";

interface SearchPageProps {
  readonly state: PageState;
  readonly searchText: string;
}

/** The players that are searched at first; each costs up to four requests, or one or two for each of its services. */
const mostPlayers = 8;

/** What a text finds: players by their names, rooms and what they play, and entries of the libraries, player by player. */
export function SearchPage({ state, searchText }: SearchPageProps) {
  const { players } = state;
  const [typed, setTyped] = useState(searchText);
  const [batches, setBatches] = useState(1);
  const named = players.filter((player) => isFound(player, searchText.toLowerCase()));
  const searched = players.filter((player) => isSearchable(player) && isOnline(player));
  const { found, isDone, left } = useSearch(searched, searchText, batches * mostPlayers);
  const isEmpty =
    named.length === 0 &&
    [...found.values()]
      .flatMap(({ pages }) => pages)
      .every(({ entries, reason }) => entries.length === 0 && reason === undefined);
  // Without a library that could be asked, other words would not help.
  const nothing = found.size === 0 ? t("overview.noMatch", { searchText }) : t("search.none");
  const status = !isDone ? t("library.loading") : isEmpty ? nothing : "";
  return (
    <>
      <Back />
      <SearchField players={players} value={typed} onInput={setTyped} />
      <h1 class="hidden">{t("search.title", { searchText })}</h1>
      {named.length === 0 ? null : (
        <div class="cards is-many">
          {named.map((player) => (
            <article key={player.id} class="card is-line" aria-labelledby={`name-${player.id}`}>
              <PlayerLine player={player} company="" hasVolume={false} />
            </article>
          ))}
        </div>
      )}
      <p class="hint" role="status">
        {status}
      </p>
      {players.map((player) => (
        <PlayerResults key={player.id} player={player} found={found.get(player.id)} searchText={searchText} />
      ))}
      {left === 0 ? null : (
        <Button look="is-large" onClick={() => setBatches(batches + 1)}>
          {t("search.next", { count: Math.min(left, mostPlayers) })}
        </Button>
      )}
    </>
  );
}

interface PlayerResultsProps extends PlayerProps {
  readonly found: Found | undefined;
  readonly searchText: string;
}

function PlayerResults({ player, found, searchText }: PlayerResultsProps) {
  const { id, identity } = player;
  const replacing = useReplacing(player, searchText);
  const isReachable = useReachable(player);
  const pages =
    found?.pages.filter(({ entries, reason }) => entries.length > 0 || reason !== undefined) ?? [];
  if (pages.length === 0) return null;
  const canPlay = isReachable && can(player, "library/play");
  return (
    <section class="panel rows-panel results" aria-labelledby={`results-${id}`}>
      <h2 id={`results-${id}`}>
        <a href={playerLink(id)}>{identity.name}</a>
      </h2>
      {pages.map((page) => (
        <Results
          key={page.list}
          player={player}
          page={page}
          searchText={searchText}
          replacing={canPlay ? replacing : undefined}
        />
      ))}
      {replacing.notice}
    </section>
  );
}

interface ResultsProps extends PlayerProps {
  readonly page: LibraryView;
  readonly searchText: string;
  /** Undefined where the player cannot be told to play. */
  readonly replacing: Replacing | undefined;
}

/** What one list of a player has of it. */
function Results({ player, page, searchText, replacing }: ResultsProps) {
  const { id } = player;
  const { list, entries, total = entries.length, reason } = page;
  const title = t(`library.${list}`);
  const place = { list, narrowed: ["search", searchText] as const };
  const open = (...to: Parameters<typeof placesAddress>): string =>
    `${playerLink(id, "library")}?${placesAddress(...to)}`;
  return (
    <>
      <h3>{title}</h3>
      {reason === undefined ? null : (
        <p class="hint">{t("library.none", { reason: reasonText(page) ?? "" })}</p>
      )}
      <div role="list" aria-label={title}>
        {entries.map((entry, index) => {
          const wanted = wantedOf(place, entries.slice(index));
          const inside = insideOf(place, entry);
          return (
            <LibraryRow
              key={entry.id}
              playerId={id}
              list={list}
              isInView
              index={index}
              size={entries.length}
              entry={entry}
              isBusy={replacing?.pending !== undefined && replacing.pending === wanted?.request}
              onPlay={wanted && replacing && (() => void replacing.play(wanted))}
              onAdd={wanted?.isAddable === true && replacing ? () => replacing.add(wanted) : undefined}
              onOpen={
                inside &&
                (() => {
                  location.hash = open(list, searchText, [inside]);
                })
              }
            />
          );
        })}
      </div>
      {total <= entries.length && entries.length < mostEntries ? null : (
        <a class="button is-large" href={open(list, searchText)}>
          {t("search.all", { list: title })}
        </a>
      )}
    </>
  );
}
