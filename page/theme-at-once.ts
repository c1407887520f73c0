import { followTheme } from "./theme.ts";

// A small script that runs before the first paint, so that a dark page never flashes light.
followTheme();
