import type { BridgeView, SamplesView } from "../src/extensions/page/wire.ts";
import { momentText, spanText } from "./format.ts";
import { useNow } from "./hooks.ts";
import { Plot } from "./plot.tsx";
import type { PageState } from "./state.ts";
import { t } from "./texts.ts";

/** The broker's address and what is sent to it, for whoever examines the bridge. */
export function BrokerFacts({ bridge, samples }: Pick<PageState, "bridge" | "samples">) {
  return (
    <p class="broker-facts">
      {bridge === undefined ? null : <Address {...bridge.broker} />}
      {samples.messagesPerMinute.length === 0 ? null : <Traffic {...samples} />}
    </p>
  );
}

function Address({ url, isEmbedded, since, protocol }: BridgeView["broker"]) {
  const now = useNow(30_000);
  const facts = [
    isEmbedded ? t("broker.embedded", { url }) : url,
    protocol === undefined ? "" : `MQTT ${protocol}`,
    t("broker.since", { moment: momentText(since, now) }),
  ];
  return <span>{facts.filter((fact) => fact !== "").join("  ·  ")}</span>;
}

function Traffic({ messagesPerMinute: figures, everySeconds }: SamplesView) {
  // The sum of the last minute: a single sample scaled up to a minute would jitter.
  const minute = figures.slice(-60 / everySeconds);
  const last = Math.round((minute.reduce((sum, figure) => sum + figure, 0) * everySeconds) / 60);
  const seconds = minute.length * everySeconds;
  // The first snapshot is a burst: scaling it up to a minute would show a rate that never occurred.
  const span =
    seconds < 60
      ? t("traffic.soFar", { count: last, span: spanText(seconds * 1000) })
      : t("traffic.perMinute", { count: last });
  return (
    <span class="figure" title={t("traffic.title")}>
      <Plot figures={figures} slots={60} label={span} />
      <span class="figure-text">{span}</span>
    </span>
  );
}
