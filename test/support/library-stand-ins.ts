import { startHttp } from "./start-http.ts";

/** A server of films, as far as its documents say. */
export interface LibraryStandIn extends AsyncDisposable {
  readonly url: string;
  /** The ids that were marked as played, in order. */
  readonly played: string[];
}

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
}

async function serve(
  isAllowed: (headers: NodeJS.Dict<string | string[]>) => boolean,
  answer: (asked: Asked, played: string[]) => { readonly status: number; readonly body?: object },
): Promise<LibraryStandIn> {
  const played: string[] = [];
  const server = await startHttp(({ method, path, headers }, response) => {
    const { pathname, searchParams } = new URL(path, "http://server");
    const asked = { method, path: pathname, query: searchParams };
    const { status, body } = isAllowed(headers) ? answer(asked, played) : { status: 401, body: undefined };
    response.writeHead(status, { "content-type": "application/json" });
    response.end(body === undefined ? "" : JSON.stringify(body));
  });
  return { ...server, played };
}

/** Jellyfin 10.9 and later: `GetItems` and `MarkPlayedItem` of its OpenAPI document. */
export function startJellyfin(token: string, userId: string): Promise<LibraryStandIn> {
  const items = [
    { Id: "aaaa1111", Name: "Film", Type: "Movie", Path: "/media/films/Film (1987).mkv" },
    { Id: "bbbb2222", Name: "Film", Type: "Movie", Path: "/media/films/Film (1999).mkv" },
  ];
  return serve(
    ({ authorization }) => authorization === `MediaBrowser Token="${token}"`,
    ({ method, path, query }, played) => {
      if (query.get("userId") !== userId) return { status: 403 };
      if (method === "GET" && path === "/Items") {
        // Without the field `Path`, and without `recursive` below the folders of the library, nothing could be found.
        const withPath = query.get("fields")?.split(",").includes("Path") === true;
        const found = query.get("recursive") === "true" ? items : [];
        const Items = found.map(({ Path, ...item }) => ({ ...item, ...(withPath && { Path }) }));
        return { status: 200, body: { Items, TotalRecordCount: Items.length, StartIndex: 0 } };
      }
      const [, id = ""] = /^\/UserPlayedItems\/(\w+)$/.exec(path) ?? [];
      if (method !== "POST" || !items.some((item) => item.Id === id)) return { status: 404 };
      played.push(id);
      return { status: 200, body: { Played: true, PlayCount: 1, ItemId: id } };
    },
  );
}

/** Plex Media Server: the items of a section, and `/:/scrobble`, of its API's documentation. */
export function startPlex(token: string): Promise<LibraryStandIn> {
  const metadata = [
    {
      ratingKey: "101",
      title: "Film",
      Media: [{ id: 7, Part: [{ id: 8, file: "/media/films/Film (1987).mkv" }] }],
    },
    {
      ratingKey: "102",
      title: "Film",
      Media: [{ id: 9, Part: [{ id: 10, file: "/media/films/Film (1999).mkv" }] }],
    },
  ];
  return serve(
    (headers) => headers["x-plex-token"] === token && headers["accept"] === "application/json",
    ({ method, path, query }, played) => {
      if (method === "GET" && path === "/library/sections/1/all")
        return { status: 200, body: { MediaContainer: { size: metadata.length, Metadata: metadata } } };
      const isKnown = metadata.some(({ ratingKey }) => ratingKey === query.get("key"));
      if (method !== "PUT" || path !== "/:/scrobble") return { status: 404 };
      if (query.get("identifier") !== "com.plexapp.plugins.library" || !isKnown) return { status: 400 };
      played.push(query.get("key") ?? "");
      return { status: 200 };
    },
  );
}
