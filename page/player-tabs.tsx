import { useEffect, useRef, useState } from "preact/hooks";
import type { PlayerView } from "../src/extensions/page/wire.ts";
import { playerLink, type Tab } from "./route.ts";
import { t } from "./texts.ts";

interface PlayerTabsProps {
  readonly player: PlayerView;
  readonly shown: readonly Exclude<Tab, "wall">[];
  readonly current: Tab;
}

/** The links to the tabs of a player's page. They are addresses, so links and not ARIA tabs. */
export function PlayerTabs({ player: { id, identity }, shown, current }: PlayerTabsProps) {
  const nav = useRef<HTMLElement>(null);
  const [hidden, setHidden] = useState("");
  useEffect(() => {
    const { current: box } = nav;
    if (box === null) return undefined;
    const look = (): void => {
      const { scrollLeft, scrollWidth, clientWidth } = box;
      const before = scrollLeft > 1 ? " has-before" : "";
      setHidden(before + (scrollLeft + clientWidth < scrollWidth - 1 ? " has-after" : ""));
    };
    const measured = new ResizeObserver(look);
    measured.observe(box);
    box.addEventListener("scroll", look, { passive: true });
    return () => {
      measured.disconnect();
      box.removeEventListener("scroll", look);
    };
  }, []);
  // The tabs are wider than a phone, and more come with what is learnt of the player.
  useEffect(() => {
    nav.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [current, shown.length]);
  return (
    <nav ref={nav} class={`tabs${hidden}`} aria-label={t("tabs.label", { name: identity.name })}>
      {shown.map((tab) => (
        <a key={tab} href={playerLink(id, tab)} aria-current={tab === current ? "page" : undefined}>
          {t(`tab.${tab}`)}
        </a>
      ))}
    </nav>
  );
}
