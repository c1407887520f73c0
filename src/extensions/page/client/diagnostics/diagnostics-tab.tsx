import type { JSX } from "preact";
import type { PlayerView } from "../../wire.ts";
import { About } from "./about.tsx";
import { Answers } from "./answers.tsx";
import { CommandList } from "./command-list.tsx";

/** What helps when a player behaves unexpectedly: its facts, the last commands, its own answers. */
export function DiagnosticsTab({ player }: { readonly player: PlayerView }): JSX.Element {
  return (
    <>
      <About player={player} />
      <CommandList player={player} />
      <Answers playerId={player.id} />
    </>
  );
}
