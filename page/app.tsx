import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { type Bridge, BridgeContext } from "./bridge-context.ts";
import { Header } from "./header.tsx";
import { useRoute, useWindowEvent } from "./hooks.ts";
import { useShortcuts } from "./shortcuts.ts";
import { Overview } from "./overview.tsx";
import { PlayerPage } from "./player-page.tsx";
import { SmallPlayer } from "./now/small-player.tsx";
import { asker, sendCommand } from "./requests.ts";
import { changed, greeted, initialState, type PageState, published, sampled } from "./state.ts";
import { keepPage } from "./keep-page.ts";
import { forgetState, keepState, keptState } from "./kept-state.ts";
import { loadHints } from "./language.ts";
import { lazy } from "./lazy.tsx";
import { Undo } from "./library/undo.tsx";
import { followStream } from "./stream.ts";
import { type Route, routeOfGuest } from "./route.ts";
import { t } from "./texts.ts";

const CheckPage = lazy(async () => (await import("./check-page.tsx")).CheckPage);
const SearchPage = lazy(async () => (await import("./search/search-page.tsx")).SearchPage);
const SetupPage = lazy(async () => {
  const [{ SetupPage: view }] = await Promise.all([import("./setup/setup-page.tsx"), loadHints()]);
  return view;
});

export function App() {
  const asked = useRoute();
  const playerId = asked.view === "player" ? asked.playerId : undefined;
  const state = usePageState(playerId);
  const route = state.deniedToGuest === undefined ? asked : routeOfGuest(asked);
  const latest = useRef(state);
  latest.current = state;
  const isLive = state.link === "live";
  const canSetUp = state.bridge !== undefined && state.bridge.setUp !== "impossible";
  const [ask] = useState(() => asker(() => latest.current.forgeryToken));
  const bridge = useMemo(
    (): Bridge => ({
      ask,
      send: (...command) => sendCommand(ask, ...command),
      isLive,
      canSetUp,
      now: () => Date.now() + latest.current.clockOffsetMs,
    }),
    [isLive, canSetUp],
  );
  useWindowEvent("pagehide", () => keepState(state));
  useShortcuts();
  const title = titleOf(state, route);
  useEffect(() => {
    document.title = title;
  }, [title]);
  const wasLive = state.bridge !== undefined;
  useEffect(() => {
    if (wasLive) keepPage();
  }, [wasLive]);
  useEffect(() => {
    // A new view starts at its top.
    scrollTo(0, 0);
  }, [route.view, playerId]);
  return (
    <BridgeContext.Provider value={bridge}>
      <Header state={state} />
      <main class={`content is-${state.link}`}>
        <Undo>
          <Content state={state} route={route} />
        </Undo>
      </main>
      <SmallPlayer players={state.players} route={route} />
    </BridgeContext.Provider>
  );
}

/** What distinguishes the view among tabs and in the history of a browser comes first. */
function titleOf({ players }: PageState, route: Route): string {
  return [...wordsOf(route, players), "player2mqtt"].join(" · ");
}

function wordsOf(route: Route, players: PageState["players"]): readonly string[] {
  switch (route.view) {
    case "overview":
      return [];
    case "check":
    case "setup":
      return [t(`header.${route.view}`)];
    case "search":
      return [t("search.title", { searchText: route.searchText })];
    case "player": {
      const { playerId, tab } = route;
      const name = players.find(({ id }) => id === playerId)?.identity.name ?? playerId;
      return tab === "now" || tab === "wall" ? [name] : [t(`tab.${tab}`), name];
    }
  }
}

interface ContentProps {
  readonly state: PageState;
  readonly route: Route;
}

function Content({ state, route }: ContentProps) {
  if (state.bridge === undefined) return null;
  if (route.view === "player") {
    return <PlayerPage key={route.playerId} state={state} route={route} />;
  }
  if (route.view === "search") {
    return <SearchPage key={route.searchText} state={state} searchText={route.searchText} />;
  }
  if (route.view === "check" && state.check !== null) return <CheckPage {...state} check={state.check} />;
  if (route.view === "setup" && state.bridge.setUp !== "impossible") return <SetupPage state={state} />;
  return <Overview state={state} />;
}

function usePageState(playerId: string | undefined): PageState {
  const [state, setState] = useState(initialState);
  // Before the browser draws: those of the player before would be shown as this one's until the bridge answers.
  useLayoutEffect(() => {
    setState((before) => (before.topics.size === 0 ? before : { ...before, topics: new Map() }));
    return followStream(playerId, {
      hello: (hello) => setState(greeted(hello, Date.now())),
      change: (change) => setState((before) => changed(before, change, playerId)),
      sample: (sample) => setState((before) => sampled(before, sample)),
      topics: (topics) => setState((before) => published(before, topics)),
      // Until the bridge is back, a reload shows what was there before it.
      lost: () =>
        setState((before) => ({
          ...before,
          ...(before.bridge === undefined ? keptState() : undefined),
          link: "lost",
        })),
      signedOut: () => {
        forgetState();
        setState((before) => ({ ...before, link: "signed-out" }));
        location.reload();
      },
    });
  }, [playerId]);
  return state;
}
