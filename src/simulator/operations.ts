import { writeJson } from "./dialect.ts";
import { iconImage } from "./icon-image.ts";
import { modelBody } from "./model-body.ts";
import type { Family } from "./preset.ts";
import { queueBody } from "./queue-body.ts";
import { jsonReply, type Reply, statusReply, textReply } from "./reply.ts";
import { routingBody } from "./routing-body.ts";
import type { SimulatedPlayer } from "./simulated-player.ts";
import { playlistBody, playStatusBody } from "./video-bodies.ts";

/** One thing the player can be asked; `{p}` in the path stands for the prefix. */
interface Operation {
  readonly family: Family;
  readonly path: string;
  readonly answer: (player: SimulatedPlayer, query: URLSearchParams) => Reply;
}

/** Everything the player can be asked: a new operation is a new row. */
export const operations = {
  getInputAndOutputList: {
    family: "music",
    path: "/{p}MusicControl/v2/getInputAndOutputList",
    answer: routing,
  },
  setInputList: {
    family: "music",
    path: "/{p}MusicControl/v2/setInputList",
    answer: (player, query) => selection(player, player.audio.selectInput(query.get("tag") ?? "")),
  },
  setOutInputList: {
    family: "music",
    path: "/{p}MusicControl/v2/setOutInputList",
    answer: (player, query) => selection(player, player.audio.selectOutput(query.get("tag") ?? "")),
  },
  getPlayQueue: {
    family: "music",
    path: "/{p}MusicControl/v2/getPlayQueue",
    answer: ({ dialect, music }) => jsonReply(dialect, queueBody(music, dialect)),
  },
  getPlaylist: {
    family: "video",
    path: "/{p}VideoPlay/getPlaylist",
    answer: (player) => body(player, playlistBody(player)),
  },
  getPlayStatus: {
    family: "video",
    path: "/{p}VideoPlay/getPlayStatus",
    answer: playStatus,
  },
  getModel: {
    family: "control",
    path: "/{p}ControlCenter/getModel",
    answer: (player) => body(player, modelBody(player.identity)),
  },
  getItemSettingIcon: {
    family: "settings",
    path: "/SystemSettings/getItemSettingIcon",
    answer: icon,
  },
} satisfies Record<string, Operation>;

/** The name of an operation. */
export type OperationName = keyof typeof operations;

/** The names of all operations. */
export const operationNames = Object.keys(operations) as OperationName[];

function body({ dialect }: SimulatedPlayer, value: object): Reply {
  return jsonReply(dialect, writeJson(dialect, value));
}

function routing(player: SimulatedPlayer): Reply {
  return body(player, routingBody(player.audio));
}

function selection(player: SimulatedPlayer, isKnownTag: boolean): Reply {
  return isKnownTag ? routing(player) : statusReply(player.dialect, 805);
}

function playStatus(player: SimulatedPlayer): Reply {
  const film = player.video.current;
  return film === undefined ? statusReply(player.dialect, 806) : body(player, playStatusBody(player, film));
}

function icon({ dialect }: SimulatedPlayer, query: URLSearchParams): Reply {
  const name = query.get("iconName");
  return name === null ? statusReply(dialect, 805) : textReply("image/svg+xml", iconImage(name));
}
