import { registerAdmin } from "./admin.ts";
import { registerBridgeNode } from "./bridge-node.ts";
import { registerCommandNode } from "./command-node.ts";
import { registerEventsNode } from "./events-node.ts";
import { registerNowPlayingNode } from "./now-playing-node.ts";
import type { Red } from "./red.ts";
import { registerStateNode } from "./state-node.ts";

/** Registers all nodes; Node-RED calls it once. */
export function registerNodes(red: Red): void {
  registerBridgeNode(red);
  registerStateNode(red);
  registerCommandNode(red);
  registerNowPlayingNode(red);
  registerEventsNode(red);
  registerAdmin(red);
}
