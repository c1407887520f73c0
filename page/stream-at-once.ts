import { openEarly } from "./early-stream.ts";
import { parseRoute } from "./route.ts";

// Runs before the page's own script is there: on a slow line the first event comes by then, not a round trip later.
const route = parseRoute(location.hash);
openEarly(route.view === "player" ? route.playerId : undefined);
