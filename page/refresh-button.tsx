import { CommandButton, useCommand } from "./command.tsx";
import type { ReachableProps } from "./player.ts";
import { t } from "./texts.ts";

export function RefreshButton({ player: { id, identity }, isReachable }: ReachableProps) {
  const use = useCommand(id, "refresh");
  return (
    <CommandButton
      use={use}
      request=""
      look="is-icon"
      icon="refresh"
      aria-label={t("refresh.label", { name: identity.name })}
      title={t("refresh.title")}
      isDisabled={use.pending !== undefined || !isReachable}
    />
  );
}
