/** One thing that a player can be asked without changing it. */
export interface ReadOperation {
  readonly path: string;
  /** How often it is asked: what moves is worth several looks. */
  readonly looks: number;
}

const severalLooks = 3;

/**
 * Everything that is known to read, under a prefix. The last two exist on no player: how it refuses what it does not
 * know is worth as much as an answer.
 */
export function readOperations(prefix: string): ReadOperation[] {
  const music = `/${prefix}MusicControl/v2`;
  const video = `/${prefix}VideoPlay`;
  return [
    { path: `/${prefix}ControlCenter/getModel`, looks: 1 },
    { path: `${music}/getInputAndOutputList`, looks: severalLooks },
    { path: `${video}/getPlayStatus`, looks: severalLooks },
    { path: `${music}/getState`, looks: severalLooks },
    { path: `${video}/getPlaylist`, looks: 1 },
    { path: `${music}/getPlayQueue`, looks: 1 },
    { path: `${video}/getSubtitleList`, looks: 1 },
    { path: `${video}/getAudioList`, looks: 1 },
    { path: `${music}/getPowerOption`, looks: 1 },
    { path: `${music}/getNothing`, looks: 1 },
    { path: "/NothingControlCenter/getModel", looks: 1 },
  ];
}
