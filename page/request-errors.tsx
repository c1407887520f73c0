import { Icon } from "./icons.tsx";
import { Offline } from "./offline.tsx";
import { translate } from "./phrases.ts";
import { plainReason } from "./plain-reason.ts";
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

/** Why requests to a player that is not offline yet fail. */
function FailedRequests({ player: { presence } }: Pick<LiveProps, "player">) {
  const { failure, failureCode, failureValues, failures } = presence;
  if (failure === undefined) return null;
  return (
    <div class="trouble">
      <Icon name="warning" />
      <p class="trouble-text">
        <span>
          {t("trouble.failed", { count: failures })} {plainReason(presence)}
        </span>
        <small>{translate(failure, failureCode, failureValues)}</small>
      </p>
    </div>
  );
}
