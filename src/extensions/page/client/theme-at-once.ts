import { followTheme } from "./theme.ts";

// A small file that blocks the first paint, so that a dark page never flashes light.
followTheme();
