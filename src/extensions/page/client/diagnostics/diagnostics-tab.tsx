import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { DiagnosticsView } from "../../response-views.ts";
import type { PlayerView, SamplesView } from "../../wire.ts";
import { millisecondsText } from "../format.ts";
import { playerAddress, read } from "../requests.ts";
import { numberText, t } from "../texts.ts";
import { About } from "./about.tsx";
import { Answers } from "./answers.tsx";
import { Chart } from "./chart.tsx";
import { CommandList } from "./command-list.tsx";
import { LogLines } from "./log-lines.tsx";
import { perMinute } from "./per-minute.ts";

interface DiagnosticsTabProps {
  readonly player: PlayerView;
  readonly samples: SamplesView;
}

/** Help for a player that behaves unexpectedly: requests, the log, its facts, the last commands, its own answers. */
export function DiagnosticsTab({ player, samples }: DiagnosticsTabProps): JSX.Element {
  const diagnostics = useDiagnostics(player.id, samples);
  return (
    <>
      {diagnostics === undefined ? null : (
        <>
          <div class="charts">
            <Chart
              title={t("chart.requests")}
              figures={perMinute(diagnostics.requests, diagnostics.everySeconds)}
              everySeconds={diagnostics.everySeconds}
              text={(count) =>
                t("chart.perMinute", { count: numberText(count, { maximumFractionDigits: 1 }) })
              }
            />
            <Chart
              title={t("latency.chart")}
              figures={diagnostics.latencyMs}
              everySeconds={diagnostics.everySeconds}
              text={millisecondsText}
            />
          </div>
          <LogLines lines={diagnostics.log} />
        </>
      )}
      <About player={player} />
      <CommandList player={player} />
      <Answers playerId={player.id} />
    </>
  );
}

/** The bridge's own records of a player, read again with each sample of the stream. */
function useDiagnostics(playerId: string, samples: SamplesView): DiagnosticsView | undefined {
  const [diagnostics, setDiagnostics] = useState<DiagnosticsView>();
  useEffect(() => {
    let isOld = false;
    const load = async (): Promise<void> => {
      const fresh = await read<DiagnosticsView>(playerAddress(playerId, "diagnostics"));
      if (fresh !== undefined && !isOld) setDiagnostics(fresh);
    };
    void load();
    return () => {
      isOld = true;
    };
  }, [playerId, samples]);
  return diagnostics;
}
