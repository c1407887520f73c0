import { Icon } from "./icons.tsx";
import { Offline } from "./offline.tsx";
import { translate } from "./phrases.ts";
import { plainReason } from "./plain-reason.ts";
import { t } from "./texts.ts";
import { availabilityOf, isUnsupported, type PlayerProps } from "./player.ts";

export function RequestErrors({ player }: PlayerProps) {
  if (availabilityOf(player) === "offline") return <Offline player={player} />;
  if (!isUnsupported(player)) return <FailedRequests player={player} />;
  return (
    <div class="trouble">
      <Icon name="warning" />
      <p class="trouble-text">{t("card.unsupported")}</p>
    </div>
  );
}

/** Why requests to a player that is not offline yet fail. */
function FailedRequests({ player: { presence } }: PlayerProps) {
  const { failure, failures } = presence;
  if (failure === undefined) return null;
  return (
    <div class="trouble">
      <Icon name="warning" />
      <p class="trouble-text">
        <span>
          {t("trouble.failed", { count: failures })} {plainReason(presence)}
        </span>
        <small>{translate(failure)}</small>
      </p>
    </div>
  );
}
