import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { useBridge } from "./bridge-context.ts";
import { Icon } from "./icons.tsx";
import { t } from "./texts.ts";

export function RefreshButton({
  playerId,
  playerName,
  isReachable,
}: {
  readonly playerId: string;
  readonly playerName: string;
  readonly isReachable: boolean;
}): JSX.Element {
  const { send } = useBridge();
  const [isBusy, setBusy] = useState(false);
  const refresh = async (): Promise<void> => {
    setBusy(true);
    await send(playerId, "refresh", "");
    setBusy(false);
  };
  return (
    <button
      type="button"
      class="button is-icon"
      aria-label={t("refresh.label", { name: playerName })}
      title={t("refresh.title")}
      aria-busy={isBusy}
      disabled={isBusy || !isReachable}
      onClick={() => void refresh()}
    >
      <Icon name="refresh" />
    </button>
  );
}
