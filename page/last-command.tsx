import type { PlayerView } from "../src/extensions/page/wire.ts";
import { Icon } from "./icons.tsx";
import { agoText } from "./format.ts";
import { useNow } from "./hooks.ts";
import { markOf, outcomeText } from "./outcome-text.ts";

export function LastCommand({ player }: { readonly player: PlayerView }) {
  const command = player.commands[0];
  const now = useNow(10_000, command !== undefined);
  const { tone, icon } = markOf(command?.outcome ?? "applied");
  return (
    <p class="last-command" role="status">
      {command === undefined ? null : (
        <span key={command.number} class={`outcome ${tone}`}>
          <Icon name={icon} />
          <span>{outcomeText(command, player)}</span>
          <span class="ago">{agoText(now - command.at)}</span>
        </span>
      )}
    </p>
  );
}
