import type { PlayerView } from "../src/extensions/page/wire.ts";
import { hasDevice } from "./device/has-device.ts";
import { Back } from "./controls.tsx";
import { NowTab } from "./now/now-tab.tsx";
import { lazy } from "./lazy.tsx";
import { Presence } from "./presence.tsx";
import { can, infoOf, type PlayerProps } from "./player.ts";
import { PlayerTabs } from "./player-tabs.tsx";
import { notForGuests, type Route, type Tab, tabs } from "./route.ts";
import type { PageState } from "./state.ts";
import { t } from "./texts.ts";

const Wall = lazy(async () => (await import("./now/wall.tsx")).Wall);
const LibraryTab = lazy(async () => (await import("./library/library-tab.tsx")).LibraryTab);
const QueueTab = lazy(async () => (await import("./queue/queue-tab.tsx")).QueueTab);
const DeviceTab = lazy(async () => (await import("./device/device-tab.tsx")).DeviceTab);
const RemoteTab = lazy(async () => (await import("./remote/remote-tab.tsx")).RemoteTab);
const TopicTable = lazy(async () => (await import("./topics/topic-table.tsx")).TopicTable);
const DiagnosticsTab = lazy(async () => (await import("./diagnostics/diagnostics-tab.tsx")).DiagnosticsTab);

interface PlayerPageProps {
  readonly state: PageState;
  readonly route: PlayerRoute;
}

type PlayerRoute = Extract<Route, { view: "player" }>;

export function PlayerPage({ state, route }: PlayerPageProps) {
  const { playerId, tab } = route;
  const player = state.players.find(({ id }) => id === playerId);
  if (player === undefined) {
    return (
      <>
        <Back />
        <p class="nothing">{t("player.gone", { id: playerId })}</p>
      </>
    );
  }
  if (tab === "wall") return <Wall player={player} />;
  const shown = tabs.filter((one) => one === tab || hasTab(player, one, state.deniedToGuest !== undefined));
  return (
    <>
      <Back />
      <header class="player-head">
        <h1>{player.identity.name}</h1>
        <p class="model">{infoOf(player, "model")}</p>
        <Presence player={player} />
      </header>
      <PlayerTabs player={player} shown={shown} current={tab} />
      <div class="tab-page">
        <TabContent state={state} player={player} route={route} />
      </div>
    </>
  );
}

/** A tab is hidden if there is nothing to do in it. */
function hasTab(player: PlayerView, tab: Tab, isGuest: boolean): boolean {
  const { library, lists } = player;
  if (tab === "library") return library.lists.length > 0;
  if (tab === "remote") return can(player, "key");
  if (tab === "device") return hasDevice(player);
  if (notForGuests.has(tab)) return !isGuest;
  return tab !== "queue" || lists.queue.size > 0 || lists.playlist.size > 0;
}

function TabContent({ state, player, route }: PlayerPageProps & PlayerProps) {
  switch (route.tab) {
    case "queue":
      return <QueueTab player={player} />;
    case "library":
      return <LibraryTab player={player} address={route.place} />;
    case "remote":
      return <RemoteTab player={player} />;
    case "device":
      return <DeviceTab player={player} />;
    case "topics":
      return <TopicTable base={`${state.bridge?.baseTopic}/${player.id}/`} topics={state.topics} />;
    case "diagnostics":
      return <DiagnosticsTab player={player} samples={state.samples} />;
    case "wall":
    case "now":
      return <NowTab player={player} players={state.players} />;
  }
}
