import type { JSX } from "preact";
import type { PlayerView } from "../../wire.ts";
import { Draw } from "../drawings.tsx";
import { agoText } from "../format.ts";
import { useNow } from "../hooks.ts";
import { markOf, outcomeText } from "../outcome-text.ts";
import { t } from "../texts.ts";

/** The last commands from all senders, with their outcomes. */
export function CommandList({ player }: { readonly player: PlayerView }): JSX.Element {
  const now = useNow(10_000);
  return (
    <section class="panel">
      <h2>{t("commands.title")}</h2>
      {player.commands.length === 0 ? (
        <p class="nothing">{t("commands.none")}</p>
      ) : (
        <ol class="command-list">
          {player.commands.map((command) => (
            <li key={command.number} class={markOf(command.outcome).tone}>
              <Draw name={markOf(command.outcome).drawing} />
              <span>{outcomeText(command, player)}</span>
              <span class="ago">{agoText(now - command.at)}</span>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
