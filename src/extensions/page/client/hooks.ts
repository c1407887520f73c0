import { useEffect, useState } from "preact/hooks";
import { useBridge } from "./bridge-context.ts";
import { parseRoute, type Route } from "./route.ts";

/** The bridge's clock, updated at this interval while mounted. */
export function useNow(everyMs: number, isWanted = true): number {
  const { now } = useBridge();
  const [, renew] = useState(0);
  useEffect(() => {
    if (!isWanted) return undefined;
    const timer = setInterval(() => renew((count) => count + 1), everyMs);
    return () => clearInterval(timer);
  }, [everyMs, isWanted]);
  return now();
}

/** The current route, from the fragment of the address. */
export function useRoute(): Route {
  const [route, setRoute] = useState(location.hash);
  useEffect(() => {
    const follow = (): void => setRoute(location.hash);
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, []);
  return parseRoute(route);
}
