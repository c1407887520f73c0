import type { JSX } from "preact";
import type { PlayerView, PresenceView } from "../wire.ts";
import { Draw } from "./drawings.tsx";
import { momentText, spanText } from "./format.ts";
import { useNow } from "./hooks.ts";

const words = { online: "Online", offline: "Gone", unknown: "Looking for it" } as const;

/** Whether a player is there, and since when. */
export function Presence({
  presence,
  isCurrent,
}: {
  readonly presence: PresenceView;
  /** Whether the bridge says so now. */
  readonly isCurrent: boolean;
}): JSX.Element {
  const now = useNow(30_000);
  const { availability, since } = presence;
  if (!isCurrent) {
    return (
      <p class="presence">
        <i class="dot" />
        {availability === "unknown" ? "Not known" : `Was ${words[availability].toLowerCase()}`}
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

/** Whether a player has told this bridge anything, ever. */
export function hasSpoken({ identity, audio, video, music }: PlayerView): boolean {
  return identity.model !== undefined || audio !== null || video !== null || music !== null;
}

/** Why a player is not there, or not quite. */
export function Trouble({ player }: { readonly player: PlayerView }): JSX.Element | null {
  const now = useNow(30_000);
  const { availability, since, failure, failures } = player.presence;
  if (failure === undefined) return null;
  const isGone = availability === "offline";
  const moment = momentText(since, now);
  const goneText = hasSpoken(player)
    ? `Gone since ${moment}: ${failure}. It is asked again and again; what is shown is what it said last.`
    : `Nothing heard of it since ${moment}: ${failure}. It is asked again and again.`;
  const failedText = `${failures === 1 ? "One request" : `${failures} requests`} without an answer: ${failure}`;
  return (
    <p class="trouble">
      <Draw name={isGone ? "gone" : "warning"} />
      <span>{isGone ? goneText : failedText}</span>
    </p>
  );
}
