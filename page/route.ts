export const tabs = ["now", "queue", "library", "remote", "device", "topics", "diagnostics"] as const;

/** One tab of a player's page, or the view that fills a wall. */
export type Tab = (typeof tabs)[number] | "wall";

export type Route =
  | { readonly view: "overview" | "check" | "setup" }
  | { readonly view: "search"; readonly searchText: string }
  | {
      readonly view: "player";
      readonly playerId: string;
      readonly tab: Tab;
      /** The place within the tab, which the tab itself understands: `list=albums&search=lamps`. */
      readonly place: string;
    };

export function parseRoute(fragment: string): Route {
  if (fragment === "#/check") return { view: "check" };
  if (fragment === "#/setup") return { view: "setup" };
  const [, wanted] = /^#\/search\?(.*)$/.exec(fragment) ?? [];
  if (wanted !== undefined) {
    return { view: "search", searchText: new URLSearchParams(wanted).get("for") ?? "" };
  }
  const [, id, name = "now", place = ""] =
    /^#\/players\/([^/?]+)(?:\/(\w+))?\/?(?:\?(.*))?$/.exec(fragment) ?? [];
  const playerId = decoded(id);
  if (playerId === undefined) return { view: "overview" };
  return {
    view: "player",
    playerId,
    tab: name === "wall" ? name : (tabs.find((tab) => tab === name) ?? "now"),
    place,
  };
}

export const notForGuests: ReadonlySet<Tab> = new Set(["topics", "diagnostics"]);

/** The address of a guest may come from somebody who sees more. */
export function routeOfGuest(route: Route): Route {
  return route.view === "player" && notForGuests.has(route.tab) ? { ...route, tab: "now" } : route;
}

export function playerLink(playerId: string, tab?: Tab): string {
  return `#/players/${encodeURIComponent(playerId)}${tab === undefined ? "" : `/${tab}`}`;
}

export function searchLink(searchText: string): string {
  return `#/search?${new URLSearchParams({ for: searchText })}`;
}

function decoded(text: string | undefined): string | undefined {
  try {
    return text === undefined ? undefined : decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
