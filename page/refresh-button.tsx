import { CommandButton, useCommand } from "./command.tsx";
import type { PlayerProps } from "./player.ts";
import { t } from "./texts.ts";

export function RefreshButton({ player }: PlayerProps) {
  const use = useCommand(player, "refresh");
  return (
    <CommandButton
      use={use}
      request=""
      look="is-icon"
      icon="refresh"
      aria-label={t("refresh.label", { name: player.identity.name })}
      title={t("refresh.title")}
      isDisabled={use.pending !== undefined || !use.isReachable}
    />
  );
}
