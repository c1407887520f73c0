import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { playerLink, type Tab } from "./route.ts";
import { t } from "./texts.ts";

/** The links to the tabs of a player's page. They are addresses, so links and not ARIA tabs. */
export function PlayerTabs({
  playerId,
  name,
  shown,
  current,
}: {
  readonly playerId: string;
  readonly name: string;
  readonly shown: readonly Tab[];
  readonly current: Tab;
}): JSX.Element {
  const nav = useRef<HTMLElement>(null);
  // The tabs are wider than a phone.
  useEffect(() => {
    nav.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [current]);
  return (
    <nav ref={nav} class="tabs" aria-label={t("tabs.label", { name })}>
      {shown.map((tab) => (
        <a key={tab} href={playerLink(playerId, tab)} aria-current={tab === current ? "page" : undefined}>
          {t(`tab.${tab}`)}
        </a>
      ))}
    </nav>
  );
}
