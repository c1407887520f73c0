import type { PlayerView } from "../src/extensions/page/wire.ts";
import { Icon } from "./icons.tsx";
import { momentText, spanText } from "./format.ts";
import { useNow } from "./hooks.ts";
import { translate } from "./phrases.ts";
import { plainReason } from "./plain-reason.ts";
import { availabilityOf, infoOf } from "./player.ts";
import { t } from "./texts.ts";
import { text } from "./values.ts";

export function Presence({
  player,
  isCurrent,
}: {
  readonly player: PlayerView;
  /** False while the page has lost the bridge. */
  readonly isCurrent: boolean;
}) {
  const now = useNow(30_000);
  const availability = availabilityOf(player);
  const { since } = player.presence;
  if (!isCurrent) {
    return (
      <p class="presence">
        <i class="dot" />
        {t(`presence.was.${availability}`)}
      </p>
    );
  }
  return (
    <p class={`presence is-${availability}`} title={t("broker.since", { moment: momentText(since, now) })}>
      <i class="dot" />
      <b>{t(`presence.${availability}`)}</b>
      {availability === "unknown" || now - since < 60_000 ? null : <span>{spanText(now - since)}</span>}
    </p>
  );
}

/** Whether this bridge ever read anything from the player. */
export function hasSpoken(player: PlayerView): boolean {
  const states = [
    text(player, "video/state"),
    text(player, "music/state"),
    text(player, "audio/input/options"),
  ];
  return infoOf(player, "model") !== "" || states.some((state) => state !== "" && state !== "unsupported");
}

/** Why requests to a player that is not offline yet fail. */
export function FailedRequests({ player }: { readonly player: PlayerView }) {
  const { failure, failureCode, failureValues, failures } = player.presence;
  if (failure === undefined) return null;
  return (
    <div class="trouble">
      <Icon name="warning" />
      <p class="trouble-text">
        <span>
          {t("trouble.failed", { count: failures })} {plainReason(player.presence)}
        </span>
        <small>{translate(failure, failureCode, failureValues)}</small>
      </p>
    </div>
  );
}
