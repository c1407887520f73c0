import { useState } from "preact/hooks";
import type {
  AnswersView,
  AnswerView,
  DiagnosticsView,
  LogLineView,
} from "../../src/extensions/page/response-views.ts";
import { bytesText, agoText, millisecondsText, momentText, spanText } from "../format.ts";
import { playerAddress, read } from "../requests.ts";
import { t, numberText } from "../texts.ts";
import type { PlayerView, SamplesView } from "../../src/extensions/page/wire.ts";
import { infoOf } from "../player.ts";
import { text } from "../values.ts";
import { Chart } from "./chart.tsx";
import { Facts } from "../now/output-facts.tsx";
import { Icon } from "../icons.tsx";
import { useAnswer, useNow } from "../hooks.ts";
import { markOf, outcomeText } from "../outcome-text.ts";
import { Button, Panel } from "../controls.tsx";

interface DiagnosticsTabProps {
  readonly player: PlayerView;
  readonly samples: SamplesView;
}

export function DiagnosticsTab({ player, samples }: DiagnosticsTabProps) {
  const diagnostics = useAnswer<DiagnosticsView>(playerAddress(player.id, "diagnostics"), samples)?.value;
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
          <Sent attempts={diagnostics.sent} />
        </>
      )}
      <About player={player} />
      <CommandList player={player} />
      <Answers playerId={player.id} />
    </>
  );
}

function About({ player }: { readonly player: PlayerView }) {
  const facts = [
    { label: t("about.address"), text: infoOf(player, "address") || player.identity.address },
    { label: t("about.model"), text: infoOf(player, "model") },
    { label: t("about.firmware"), text: infoOf(player, "firmware") },
    { label: "Screen", text: text(player, "video/output").replace(/\s+/g, " ").trim() },
    { label: "Sound", text: text(player, "video/audio-track") },
    { label: "Subtitle", text: text(player, "video/subtitle") },
    { label: "Play mode", text: text(player, "video/play-mode") },
    { label: "Zoom", text: text(player, "video/zoom") },
  ].filter((fact) => fact.text !== "");
  return (
    <Panel title={t("about.title")}>
      <Facts facts={facts} />
    </Panel>
  );
}

function CommandList({ player }: { readonly player: PlayerView }) {
  const now = useNow(10_000);
  return (
    <Panel title={t("commands.title")}>
      {player.commands.length === 0 ? (
        <p class="nothing">{t("commands.none")}</p>
      ) : (
        <ol class="command-list">
          {player.commands.map((command) => (
            <li key={command.number} class={markOf(command.outcome).tone}>
              <Icon name={markOf(command.outcome).icon} />
              <span>{outcomeText(command, player)}</span>
              <span class="ago">
                {command.outcome === "applied" ? `${timeText(command.durationMs)} · ` : null}
                {agoText(now - command.at)}
              </span>
            </li>
          ))}
        </ol>
      )}
    </Panel>
  );
}

/** Longer ones are shown in seconds or minutes. */
function timeText(ms: number): string {
  return ms < 10_000 ? millisecondsText(ms) : spanText(ms);
}

/** The last lines of the bridge's log about the player, the newest first, as they are written: in English. */
function LogLines({ lines }: { readonly lines: readonly LogLineView[] }) {
  const now = useNow(60_000);
  return (
    <Panel title={t("log.title")}>
      {lines.length === 0 ? (
        <p class="nothing">{t("log.none")}</p>
      ) : (
        <ol class="log-lines" tabIndex={0} aria-label={t("log.title")}>
          {lines.map(({ time, level, message, details }, place) => (
            <li key={lines.length - place} class={`is-${level}`}>
              <time dateTime={time}>{momentText(Date.parse(time), now, true)}</time>
              <b>{level}</b>
              <span lang="en">
                {message}
                {details === "" ? null : <small>{details}</small>}
              </span>
            </li>
          ))}
        </ol>
      )}
    </Panel>
  );
}

/** What was heard and seen, as it was sent on; without a receiver, nothing was. */
function Sent({ attempts }: { readonly attempts: DiagnosticsView["sent"] }) {
  const now = useNow(60_000);
  if (attempts.length === 0) return null;
  return (
    <Panel title={t("sent.title")}>
      <ol class="command-list">
        {attempts.map(({ time, receiver, title, outcome, reason }, place) => (
          <li key={attempts.length - place} class={outcome === "taken" ? "is-good" : "is-bad"}>
            <Icon name={outcome === "taken" ? "check" : "warning"} />
            <span>
              {t(`sent.${outcome}`, { receiver, title })} <small lang="en">{reason}</small>
            </span>
            <span class="ago">{agoText(now - Date.parse(time))}</span>
          </li>
        ))}
      </ol>
    </Panel>
  );
}

/** The rate of the minute before each sample: a single sample scaled up to a minute would jitter. */
function perMinute(counts: readonly number[], everySeconds: number): readonly number[] {
  const most = 60 / everySeconds;
  return counts.map((_, place) => {
    const minute = counts.slice(Math.max(0, place + 1 - most), place + 1);
    return (minute.reduce((sum, count) => sum + count, 0) * most) / minute.length;
  });
}

/** The player's last raw answers, with secrets hidden; loaded on demand. */
export function Answers({ playerId }: { readonly playerId: string }) {
  const [answers, setAnswers] = useState<readonly AnswerView[]>();
  const [isFailed, setFailed] = useState(false);
  const load = async (): Promise<void> => {
    const fresh = await read<AnswersView>(playerAddress(playerId, "answers"));
    setFailed(fresh === undefined);
    if (fresh !== undefined) setAnswers(fresh.answers);
  };
  return (
    <Panel title={t("answers.title")}>
      <p class="hint">{t("answers.hint")}</p>
      <Button onClick={() => void load()}>
        {answers === undefined ? t("answers.show") : t("answers.reload")}
      </Button>
      {isFailed ? <p class="nothing">{t("banner.bridgeLost")}</p> : null}
      {answers?.length === 0 ? <p class="nothing">{t("answers.none")}</p> : null}
      {answers?.map(({ operation, bytes, text, isCut }) => (
        <details class="answer" key={operation}>
          <summary>
            <code>{operation}</code>
            <span>{bytesText(bytes)}</span>
          </summary>
          <pre tabIndex={0}>{text}</pre>
          {isCut ? <p class="hint">{t("answers.cut")}</p> : null}
        </details>
      ))}
    </Panel>
  );
}
