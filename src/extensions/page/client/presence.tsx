import type { JSX } from "preact";
import type { PlayerView, PresenceView } from "../wire.ts";
import { Draw } from "./drawings.tsx";
import { momentText, spanText } from "./format.ts";
import { useNow } from "./hooks.ts";

const words = { online: "Online", offline: "Offline", unknown: "Connecting" } as const;

/** A player's availability, and how long it has lasted. */
export function Presence({
  presence,
  isCurrent,
}: {
  readonly presence: PresenceView;
  /** False while the page has lost the bridge. */
  readonly isCurrent: boolean;
}): JSX.Element {
  const now = useNow(30_000);
  const { availability, since } = presence;
  if (!isCurrent) {
    return (
      <p class="presence">
        <i class="dot" />
        {availability === "unknown" ? "Unknown" : `Was ${words[availability].toLowerCase()}`}
      </p>
    );
  }
  return (
    <p class={`presence is-${availability}`} title={`since ${momentText(since, now)}`}>
      <i class="dot" />
      <b>{words[availability]}</b>
      {availability === "unknown" || now - since < 60_000 ? null : <span>{spanText(now - since)}</span>}
    </p>
  );
}

/** Whether this bridge ever read anything from the player. */
export function hasSpoken({ identity, audio, video, music }: PlayerView): boolean {
  return identity.model !== undefined || audio !== null || video !== null || music !== null;
}

/** Why a player is offline or failing. */
export function Trouble({ player }: { readonly player: PlayerView }): JSX.Element | null {
  const now = useNow(30_000);
  const { availability, since, failure, failures } = player.presence;
  if (failure === undefined) return null;
  const isOffline = availability === "offline";
  const moment = momentText(since, now);
  const offlineText = hasSpoken(player)
    ? `Offline since ${moment} (${failure}). Retrying; showing the last known state.`
    : `No answer since ${moment} (${failure}). Retrying.`;
  const failedText = `${failures === 1 ? "One request" : `${failures} requests`} failed: ${failure}`;
  return (
    <p class="trouble">
      <Draw name={isOffline ? "gone" : "warning"} />
      <span>{isOffline ? offlineText : failedText}</span>
    </p>
  );
}
