import {
  createMcpHandler,
  type McpHttpHandler,
  McpServer,
  ResourceTemplate,
} from "@modelcontextprotocol/server";
import * as z from "zod";
import type { PageCommands } from "../commands.ts";
import type { PageServices } from "../page-bridge.ts";
import { playerTools } from "./player-tools.ts";
import { ReadablePlayer, resourceOf } from "./readable-player.ts";

/** A question is short: this is more than any of them needs. */
const limits = { maxRequestBodySize: 65_536, maxSubscriptions: 32 } as const;
const noInput = z.object({});
const ofPlayer = z.object({ player: z.string().describe("The id of the player.") });
const ofTopic = ofPlayer.extend({ topic: z.string().describe("Such as audio/input/options.") });

interface Parts {
  readonly services: PageServices;
  readonly commands: PageCommands;
}

/** Answers language models. Clients of a version before 2026 are not told of changes: they would need a session. */
export function mcpHandler(parts: Parts): McpHttpHandler {
  return createMcpHandler(({ era }) => serverOf(parts, era === "modern"), limits);
}

function serverOf({ services, commands }: Parts, tellsChanges: boolean): McpServer {
  const resources = { listChanged: tellsChanges, subscribe: tellsChanges };
  const capabilities = { tools: { listChanged: tellsChanges }, resources };
  const server = new McpServer({ name: "player2mqtt", version: services.version }, { capabilities });
  const players = services.bridge.sessions.map((player) => new ReadablePlayer(services, player));
  const find = (id: string): ReadablePlayer => {
    const player = players.find((one) => one.id === id);
    if (player === undefined) {
      throw new Error(`there is no player ${id}: expected ${players.map((one) => one.id).join(", ")}`);
    }
    return player;
  };
  addReads(server, players, find);
  for (const tool of playerTools(players)) {
    const { name, title, about, isDestructive, input } = tool;
    const annotations = { destructiveHint: isDestructive, openWorldHint: false };
    server.registerTool(
      name,
      { title, description: about, inputSchema: input, annotations },
      async ({ player, value }) => {
        const result = await commands.run(find(player).player, ...tool.wishFor(value));
        return { ...textOf(result), isError: result.outcome !== "applied" && result.outcome !== "unchanged" };
      },
    );
  }
  return server;
}

function addReads(
  server: McpServer,
  players: readonly ReadablePlayer[],
  find: (id: string) => ReadablePlayer,
): void {
  const annotations = { readOnlyHint: true, openWorldHint: false };
  const about = (title: string, description: string) => ({ title, description, annotations });
  server.registerTool(
    "list_players",
    { ...about("Players", "All players, and whether they are online."), inputSchema: noInput },
    () => textOf(players.map(({ summary }) => summary)),
  );
  server.registerTool(
    "read_player",
    { ...about("Player", "The values that a player tells, by topic."), inputSchema: ofPlayer },
    ({ player }) => textOf(find(player).report),
  );
  server.registerTool(
    "read_topic",
    { ...about("Topic", "One topic of a player, also a long one."), inputSchema: ofTopic },
    ({ player, topic }) => textOf(find(player).text(topic)),
  );
  server.registerResource(
    "player",
    new ResourceTemplate(resourceOf("{id}"), {
      list: () => ({ resources: players.map(({ id, name }) => ({ uri: resourceOf(id), name })) }),
    }),
    { title: "Player", mimeType: "application/json" },
    ({ href }, { id }) => ({
      contents: [{ uri: href, mimeType: "application/json", text: JSON.stringify(find(String(id)).report) }],
    }),
  );
}

function textOf(value: unknown) {
  return {
    content: [{ type: "text" as const, text: typeof value === "string" ? value : JSON.stringify(value) }],
  };
}
