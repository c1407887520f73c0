import { Icon } from "./icons.tsx";
import { agoText } from "./format.ts";
import { useNow } from "./hooks.ts";
import { markOf, outcomeText } from "./outcome-text.ts";
import type { PlayerProps } from "./player.ts";

export function LastCommand({ player }: PlayerProps) {
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
