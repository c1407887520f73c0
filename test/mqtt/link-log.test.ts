import { expect, it } from "vitest";
import { ConnectError, connectError } from "../../src/mqtt/connect-error.ts";
import { limitsFrom } from "../../src/mqtt/limits.ts";
import { LinkLog } from "../../src/mqtt/link-log.ts";
import { MemoryLog } from "../support/bridge/memory-log.ts";
import { FakeClock } from "../support/fake-clock.ts";

const next = { inMs: 1000, isContested: false };
const contested = { inMs: 30_000, isContested: true };
const unreachable = (reason: string) => new ConnectError("other", reason);
const coded = (code: string | number) => connectError(Object.assign(new Error("no"), { code }));

it.each<[string, (log: LinkLog, clock: FakeClock) => unknown, readonly string[]]>([
  [
    "has an outage once for each reason, and its duration",
    async (log, clock) => {
      log.disconnected({ text: "gone" }, "bridge", next);
      for (const reason of ["refused", "timeout", "refused", "timeout"]) {
        await clock.advance(1000);
        log.failed(unreachable(reason), next);
      }
      log.connected({ protocol: 4, limits: limitsFrom(undefined), allowsWildcards: true });
      log.failed(unreachable("refused"), next);
      await clock.advance(500);
      log.connected({ protocol: 5, limits: limitsFrom(undefined), allowsWildcards: true });
    },
    [
      "warn; lost the connection to the broker, retrying; broker mqtt://broker; reason gone; nextInMs 1000",
      "warn; cannot reach the broker, retrying; broker mqtt://broker; reason refused; nextInMs 1000",
      "warn; cannot reach the broker, retrying; broker mqtt://broker; reason timeout; nextInMs 1000",
      "info; connected to the broker; broker mqtt://broker; protocol 3.1.1; awayMs 4000",
      "warn; cannot reach the broker, retrying; broker mqtt://broker; reason refused; nextInMs 1000",
      "info; connected to the broker; broker mqtt://broker; protocol 5; awayMs 500",
    ],
  ],
  [
    "has each time that another client has our client id, and what to do",
    (log) => {
      for (const _time of [1, 2]) log.disconnected({ text: "taken over" }, "bridge", contested);
    },
    Array<string>(2).fill(
      "error; another client seems to use our client id: set mqtt.clientId; retrying at growing intervals; broker mqtt://broker; clientId bridge; reason taken over; nextInMs 30000",
    ),
  ],
  [
    "has the cause of a failed attempt, and what to do",
    (log) => {
      for (const code of [0x86, "SELF_SIGNED_CERT_IN_CHAIN"]) log.failed(coded(code), next);
    },
    [
      "warn; the broker refuses the username or the password: check mqtt.username and mqtt.password; retrying; broker mqtt://broker; reason no; nextInMs 1000",
      "warn; the broker's certificate is not trusted: set mqtt.ca to the CA certificate (PEM) that signed it; retrying; broker mqtt://broker; reason no (SELF_SIGNED_CERT_IN_CHAIN); nextInMs 1000",
    ],
  ],
  [
    "has a warning once that messages seem to be too large, and finer figures as info",
    (log) => {
      for (const [bytes, maximumPacketBytes] of [
        [67_000, 33_500],
        [16_033, 8016],
      ] as const)
        log.packetLimit({ topic: "den/music/queue", bytes, maximumPacketBytes });
    },
    [
      "warn; the broker closes the connection after large messages, sending smaller ones; raise its limit, or set mqtt.maxPayload below it; broker mqtt://broker; topic den/music/queue; bytes 67000; maximumPacketBytes 33500",
      "info; the broker closes the connection after large messages, sending smaller ones; raise its limit, or set mqtt.maxPayload below it; broker mqtt://broker; topic den/music/queue; bytes 16033; maximumPacketBytes 8016",
    ],
  ],
  [
    "has a topic once, shortened",
    (log) => {
      for (const _time of [1, 2]) log.tooLarge("large");
      log.refusedMessage("x".repeat(1000), "Not authorized");
    },
    [
      "warn; too large for the broker, or for mqtt.maxPayload: the topic is cleared and not published; topic large",
      `warn; the broker refuses a message: check the access rights; topic ${"x".repeat(256)}; reason Not authorized`,
    ],
  ],
])("the log of the link %s", async (_what, act, lines) => {
  const [sink, clock] = [new MemoryLog(), new FakeClock()];
  await act(new LinkLog(sink, clock, () => "mqtt://broker"), clock);
  const told = sink.lines.map(({ level, message, fields }) => {
    const more = Object.entries(fields).map((field) => field.join(" "));
    return [level, message, ...more].join("; ");
  });
  expect(told).toEqual(lines);
});

it("the log of the link has a hundred topics at most: other clients may choose them", () => {
  const sink = new MemoryLog();
  const log = new LinkLog(sink, new FakeClock(), () => "mqtt://broker");
  for (let number = 0; number < 1000; number += 1) log.tooLarge(`topic/${number}`);
  expect(sink.lines).toHaveLength(100);
});
