import type { JSX } from "preact";
import type { PlayerView, SamplesView } from "../../wire.ts";
import { About } from "./about.tsx";
import { Answers } from "./answers.tsx";
import { CommandList } from "./command-list.tsx";
import { LatencyChart } from "./latency-chart.tsx";

interface DiagnosticsTabProps {
  readonly player: PlayerView;
  readonly samples: SamplesView;
}

/** What helps when a player behaves unexpectedly: its facts, response times, the last commands, its own answers. */
export function DiagnosticsTab({ player, samples }: DiagnosticsTabProps): JSX.Element {
  return (
    <>
      <LatencyChart figures={samples.latencyMs[player.id] ?? []} everySeconds={samples.everySeconds} />
      <About player={player} />
      <CommandList player={player} />
      <Answers playerId={player.id} />
    </>
  );
}
