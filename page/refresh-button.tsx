import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { useBridge } from "./bridge-context.ts";
import { t } from "./texts.ts";
import { Button } from "./controls.tsx";

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
    <Button
      look="is-icon"
      aria-label={t("refresh.label", { name: playerName })}
      title={t("refresh.title")}
      isBusy={isBusy}
      isDisabled={isBusy || !isReachable}
      onClick={() => void refresh()}
      icon="refresh"
    />
  );
}
