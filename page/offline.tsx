import type { PlayerView } from "../src/extensions/page/wire.ts";
import { useBridge } from "./bridge-context.ts";
import { Failure, useCommand } from "./command.tsx";
import { Icon } from "./icons.tsx";
import { momentText, spanText } from "./format.ts";
import { useNow } from "./hooks.ts";
import { filmOf, musicOf, type PlayerProps } from "./player.ts";
import { hasSpoken } from "./presence.tsx";
import { translate } from "./phrases.ts";
import { plainReason } from "./plain-reason.ts";
import { t } from "./texts.ts";
import { choices } from "./values.ts";
import { Button } from "./controls.tsx";

/** An offline player: since when, what it did last, and a button that wakes it. */
export function Offline({ player }: PlayerProps) {
  const { isLive } = useBridge();
  const now = useNow(30_000);
  const { since, failure = { text: "" }, waking } = player.presence;
  const moment = momentText(since, now);
  return (
    <div class="trouble">
      <Icon name="gone" />
      <div class="trouble-text">
        <p>
          {[t(hasSpoken(player) ? "offline.since" : "offline.never", { moment }), lastSeen(player)]
            .filter((text) => text !== "")
            .join(" ")}
        </p>
        <p class="reason">
          {plainReason(player.presence)} {t("offline.retry")} <small>{translate(failure)}</small>
        </p>
        {waking === null ? null : <Waking {...waking} />}
        {isLive ? <WakeButton player={player} /> : null}
      </div>
    </div>
  );
}

function lastSeen(player: PlayerView): string {
  const [video, music] = [filmOf(player), musicOf(player)];
  const title = video?.title ?? music?.title;
  const state = video?.state ?? music?.state;
  return title === undefined || state === "idle" ? "" : t("offline.lastSeen", { title });
}

/** Wakes a player that can be woken. */
export function WakeButton({ player }: PlayerProps) {
  const { send, pending, failure } = useCommand(player, "power");
  const isBusy = player.presence.waking !== null || pending !== undefined;
  if (choices(player, "power").options.every(({ value }) => value !== "on")) return null;
  return (
    <>
      <Button
        look="is-large is-main"
        isBusy={isBusy}
        isDisabled={isBusy}
        onClick={() => void send("on")}
        icon="power"
      >
        {t("power.on")}
      </Button>
      <Failure text={failure} />
    </>
  );
}

/** How long the bridge has tried to wake it, and how long it will. */
function Waking({ since, until }: { readonly since: number; readonly until: number }) {
  const now = useNow(1000);
  const passed = Math.min(Math.max(0, now - since), until - since);
  const text = t("offline.waking", { span: spanText(Math.max(0, until - now)) });
  return (
    <div class="waking">
      <progress max={until - since} value={passed} aria-label={text} />
      <p>{text}</p>
    </div>
  );
}
