import type { RefObject } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { useBridge } from "./bridge-context.ts";
import { read } from "./requests.ts";
import { parseRoute, type Route } from "./route.ts";

/** The bridge's clock, updated at this interval while mounted. */
export function useNow(everyMs: number, isWanted = true): number {
  const { now } = useBridge();
  const [, renew] = useState(0);
  useEffect(
    () => (isWanted ? onTick(everyMs, () => renew((count) => count + 1)) : undefined),
    [everyMs, isWanted],
  );
  return now();
}

/** Whether an element is in view or near it, so that it needs its content; each element is watched by one observer. */
export function useIsNear(element: RefObject<HTMLElement | null>, initially: boolean): boolean {
  const [isNear, setNear] = useState(initially);
  useEffect(() => {
    const { current } = element;
    if (current === null) return undefined;
    watched.set(current, setNear);
    observer.observe(current);
    return () => {
      observer.unobserve(current);
      watched.delete(current);
    };
  }, [element]);
  return isNear;
}

const watched = new Map<Element, (isNear: boolean) => void>();
const observer = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries) watched.get(target)?.(isIntersecting);
  },
  // Far enough that a fast scroll meets whole cards, not empty ones.
  { rootMargin: "200% 0px" },
);

interface Ticker {
  readonly listeners: Set<() => void>;
  readonly timer: number;
}

/** One timer for each interval: everything that it moves is drawn together. */
const tickers = new Map<number, Ticker>();

function onTick(everyMs: number, listener: () => void): () => void {
  const ticker = tickers.get(everyMs) ?? startTicker(everyMs);
  ticker.listeners.add(listener);
  return () => {
    ticker.listeners.delete(listener);
    if (ticker.listeners.size > 0) return;
    clearInterval(ticker.timer);
    tickers.delete(everyMs);
  };
}

function startTicker(everyMs: number): Ticker {
  const listeners = new Set<() => void>();
  const timer = window.setInterval(() => {
    for (const listener of listeners) listener();
  }, everyMs);
  const ticker = { listeners, timer };
  tickers.set(everyMs, ticker);
  return ticker;
}

interface Marked<Answer> {
  readonly of: string;
  readonly mark: unknown;
  readonly value: Answer;
}

/** The bridge's last answer at an address, asked for anew with each mark; undefined until it is there, or without an address. */
export function useAnswer<Answer>(address: string | undefined, mark: unknown): Marked<Answer> | undefined {
  const [answer, setAnswer] = useState<Marked<Answer>>();
  useEffect(() => {
    if (address === undefined) return undefined;
    let isOld = false;
    const load = async (): Promise<void> => {
      const value = await read<Answer>(address);
      if (value !== undefined && !isOld) setAnswer({ of: address, mark, value });
    };
    void load();
    return () => {
      isOld = true;
    };
  }, [address, mark]);
  return answer?.of === address ? answer : undefined;
}

/** A value that becomes undefined after this time, unless another one is set. */
export function useBriefly<Value>(ms: number): [Value | undefined, (value: Value | undefined) => void] {
  const [value, setValue] = useState<Value>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const set = (next: Value | undefined): void => {
    setValue(next);
    clearTimeout(timer.current);
    if (next !== undefined) timer.current = setTimeout(() => setValue(undefined), ms);
  };
  return [value, set];
}

/** Whether the screen is as a query of the style sheet wants it. */
export function useMatches(query: string): boolean {
  const [matches, setMatches] = useState(() => matchMedia(query).matches);
  useEffect(() => {
    const list = matchMedia(query);
    const follow = (): void => setMatches(list.matches);
    list.addEventListener("change", follow);
    return () => list.removeEventListener("change", follow);
  }, [query]);
  return matches;
}

/** Calls back at each such event of the window while mounted. */
export function useWindowEvent<Name extends keyof WindowEventMap>(
  name: Name,
  follow: (event: WindowEventMap[Name]) => void,
  isWanted = true,
): void {
  const latest = useRef(follow);
  latest.current = follow;
  useEffect(() => {
    if (!isWanted) return undefined;
    const listener = (event: WindowEventMap[Name]): void => latest.current(event);
    addEventListener(name, listener);
    return () => removeEventListener(name, listener);
  }, [name, isWanted]);
}

export function useRoute(): Route {
  const [route, setRoute] = useState(location.hash);
  useWindowEvent("hashchange", () => setRoute(location.hash));
  return parseRoute(route);
}
