import type { SimulatedPlayer } from "../../simulator/zidoo/simulated-player.ts";

/** An action of a user at the player itself, with all that one may need. */
export interface Use extends Choice {
  readonly kind: keyof typeof uses;
}

interface Choice {
  readonly input: string;
  readonly output: string;
  readonly name: string;
}

export const uses = {
  "skip-music": ({ music }) => music.skip(1),
  // A player without a film is not asked for the place in its playlist.
  "skip-video": ({ video }) => video.state !== "stopped" && video.skip(1),
  pause: ({ video }) => video.pause(),
  play: ({ video }) => video.play(),
  "turn-music": ({ music }) => (music.state === "playing" ? music.pause() : music.play()),
  "turn-volume": ({ volume }) => volume !== undefined && (volume.level += volume.level > 100 ? -7 : 7),
  mute: (player) => (player.isMuted = !player.isMuted),
  "rename-output": (player, { output, name }) => renameOutput(player, output, name),
  "select-input": ({ audio }, { input }) => audio.selectInput(input),
  "select-output": ({ audio }, { output }) => audio.selectOutput(output),
} satisfies Readonly<Record<string, (player: SimulatedPlayer, choice: Choice) => unknown>>;

/** Renames an output, unless the state of the player names its output: that spares the list, which alone shows names. */
export function renameOutput({ audio, volume }: SimulatedPlayer, tag: string, name: string): void {
  if (volume === undefined) audio.renameOutput(tag, name);
}
