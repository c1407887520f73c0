import { useState } from "preact/hooks";
import { useReachable } from "../bridge-context.ts";
import { useMatches } from "../hooks.ts";
import { Icon } from "../icons.tsx";
import { LastCommand } from "../last-command.tsx";
import { lazy } from "../lazy.tsx";
import { availabilityOf, can, filmOf, type PlayerProps, supportOf } from "../player.ts";
import { hasSpoken } from "../presence.tsx";
import { RefreshButton } from "../refresh-button.tsx";
import { playerLink } from "../route.ts";
import { t } from "../texts.ts";
import { text } from "../values.ts";
import { RequestErrors } from "../request-errors.tsx";
import { filmMenus, Menus } from "./choice-menu.tsx";
import { type AmongPlayersProps, Group } from "./group.tsx";
import { Loudness } from "./loudness.tsx";
import { NowPlaying } from "./now-playing.tsx";
import { OutputFacts } from "./output-facts.tsx";
import { Presets } from "./presets.tsx";
import { PowerButtons } from "./power-buttons.tsx";
import { Selector } from "./selector.tsx";
import { SleepTimer } from "./sleep-timer.tsx";

const PlayerList = lazy(async () => (await import("../queue/queue-tab.tsx")).PlayerList);
const AddressForm = lazy(async () => (await import("./address-form.tsx")).AddressForm);

/** So wide that the list of what plays has room beside it, as in now.css. */
const wideScreen = "(min-width: 85rem)";

export function NowTab({ player, players }: AmongPlayersProps) {
  const { id } = player;
  const isReachable = useReachable(player);
  const list = filmOf(player) === null ? "queue" : "playlist";
  const hasList = useMatches(wideScreen) && player.lists[list].size > 0;
  return (
    <div class={`now is-${availabilityOf(player)}`}>
      <section class="panel now-main">
        <h2 class="hidden">{t("tab.now")}</h2>
        <RequestErrors player={player} />
        {hasSpoken(player) ? <NowPlaying player={player} /> : null}
        <Loudness player={player} />
        {isReachable && list === "playlist" ? <Menus player={player} commands={filmMenus} /> : null}
        <footer class="card-foot">
          <LastCommand player={player} />
          <a
            class="button is-icon"
            href={playerLink(id, "wall")}
            aria-label={t("wall.open")}
            title={t("wall.open")}
          >
            <Icon name="wall" />
          </a>
          <RefreshButton player={player} />
        </footer>
        <p class="hint keys">{t("keys.hint")}</p>
      </section>
      {hasList ? (
        <div class="now-list">
          <PlayerList key={list} player={player} list={list} />
        </div>
      ) : null}
      <div class="now-side">
        <Presets player={player} />
        {text(player, "audio/input/options") === "" ? null : (
          <section class="panel card-audio">
            {(["audio/input", "audio/output"] as const).map((control) => (
              <Selector key={control} player={player} control={control} />
            ))}
            <OutputFacts player={player} />
          </section>
        )}
        <Group player={player} players={players} />
        <SleepTimer player={player} />
        <PlayAddress player={player} />
        <PowerButtons player={player} />
      </div>
    </div>
  );
}

/** A form behind its heading, for a player that plays addresses, or could if that were switched on. */
function PlayAddress({ player }: PlayerProps) {
  const [isOpen, setOpen] = useState(false);
  if (!can(player, "play") && supportOf(player, "play") !== "off") return null;
  return (
    <details class="panel" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{t("play.heading")}</summary>
      {isOpen ? <AddressForm player={player} /> : null}
    </details>
  );
}
