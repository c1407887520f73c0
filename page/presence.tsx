import type { PlayerView } from "../src/extensions/page/wire.ts";
import { useBridge } from "./bridge-context.ts";
import { momentText, spanText } from "./format.ts";
import { useNow } from "./hooks.ts";
import { availabilityOf, infoOf, type PlayerProps } from "./player.ts";
import { t } from "./texts.ts";
import { text } from "./values.ts";

export function Presence({ player }: PlayerProps) {
  const { isLive } = useBridge();
  const now = useNow(30_000);
  const availability = availabilityOf(player);
  const { since } = player.presence;
  const title = isLive ? t("broker.since", { moment: momentText(since, now) }) : undefined;
  const hasSpan = isLive && availability !== "unknown" && now - since >= 60_000;
  return (
    <p class={`presence${isLive ? ` is-${availability}` : ""}`} title={title}>
      <i class="dot" />
      {isLive ? <b>{t(`presence.${availability}`)}</b> : t(`presence.was.${availability}`)}
      {hasSpan ? <span>{spanText(now - since)}</span> : null}
    </p>
  );
}

/** Whether this bridge ever read anything from the player. */
export function hasSpoken(player: PlayerView): boolean {
  const leaves = ["video/state", "music/state", "audio/input/options"] as const;
  const states = leaves.map((leaf) => text(player, leaf));
  return infoOf(player, "model") !== "" || states.some((state) => state !== "" && state !== "unsupported");
}
