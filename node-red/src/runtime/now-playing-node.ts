import { type NowPlaying, nowPlaying, playingText } from "./now-playing.ts";
import {
  followPlayer,
  linkFor,
  type PlayerConfig,
  shorten,
  statusOf,
  statusOfAbsence,
} from "./player-node.ts";
import type { FlowMessage, Red, RedNode } from "./red.ts";

interface NowPlayingConfig extends PlayerConfig {
  /** Whether a message is sent when only the position moved. */
  readonly positions: boolean;
}

/** Title, duration and picture of a new film are messages of their own: one message is sent when they have ended. */
const quietMs = 300;

export function registerNowPlayingNode(red: Red): void {
  red.nodes.registerType(
    "player2mqtt-now-playing",
    function construct(this: RedNode, config: NowPlayingConfig) {
      red.nodes.createNode(this, config);
      const link = linkFor(red, this, config);
      if (link === undefined) return;
      const { positions } = config;
      const id = config.player.trim();
      const topic = `${link.base}/${id}`;
      let last: string | undefined;
      /** Whether what plays may have begun long ago: at deploy, and when the player was away. */
      let isInitial = true;
      let timer: NodeJS.Timeout | undefined;
      const show = statusOf(this);

      const send = (playing: NowPlaying): void => {
        const text = JSON.stringify(positions ? playing : { ...playing, position: null, progress: null });
        const retain = isInitial;
        isInitial = playing.state === "offline";
        if (text === last) return;
        last = text;
        this.send({ ...shown(playing), retain, player: id });
      };
      const shown = (playing: NowPlaying): FlowMessage => ({
        topic,
        payload: playing,
        name: link.directory.nameOf(id),
      });
      const { values } = followPlayer(
        {
          node: this,
          show,
          link,
          refresh: (absence) => {
            const playing = nowPlaying(values, absence === undefined);
            clearTimeout(timer);
            timer = setTimeout(() => {
              const text = playingText(playing) || "player2mqtt.status.nothing";
              const fill = playing.state === "playing" ? "green" : "grey";
              show(absence ? statusOfAbsence(link, absence) : { fill, shape: "dot", text: shorten(text) });
              send(playing);
            }, quietMs);
          },
          read: (absence) => shown(nowPlaying(values, absence === undefined)),
        },
        id,
      );
      this.on("close", (_, done) => {
        clearTimeout(timer);
        done();
      });
    },
  );
}
