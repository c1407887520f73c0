import { Icon } from "./icons.tsx";
import { Offline } from "./offline.tsx";
import { FailedRequests } from "./presence.tsx";
import { t } from "./texts.ts";
import { availabilityOf, isUnsupported, type LiveProps } from "./player.ts";

export function RequestErrors({ player, isLive }: LiveProps) {
  if (availabilityOf(player) === "offline") return <Offline player={player} isLive={isLive} />;
  if (!isUnsupported(player)) return <FailedRequests player={player} />;
  return (
    <div class="trouble">
      <Icon name="warning" />
      <p class="trouble-text">{t("card.unsupported")}</p>
    </div>
  );
}
