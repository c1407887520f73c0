import { setTimeout as sleep } from "node:timers/promises";
import { patience, pollIntervalMs, timeoutMs } from "./bounds.ts";
import { everySecond } from "./bridge-process.ts";
import { bridgeIs, leavePending, recovered, two } from "./calm.ts";
import type { Finding } from "./finding.ts";
import { moved } from "./moved.ts";
import { watch } from "./recovery.ts";
import type { Episode } from "./plan-episode.ts";
import { inputOf, type PlayerName } from "./schedule.ts";
import type { Stage } from "./stage.ts";
import { swapped } from "./swapped.ts";
import { addFault } from "./storm.ts";
import { differences, readTopics } from "./truth.ts";
import { renameOutput } from "./uses.ts";

/** Plays an episode. Before it, commands are sent that are still pending when it begins. */
export async function playEpisode(stage: Stage, episode: Episode, name: string): Promise<Finding[]> {
  stage.heal();
  switch (episode.kind) {
    case "broker away":
      return brokerAway(stage, episode, name);
    case "bridge stands still":
      return standsStill(stage, episode.forMs, name);
    case "bridge killed":
      return killed(stage, episode.forMs, name);
    case "bridge restarted":
      return restarted(stage, episode.forMs, name);
    case "bridge reloaded":
      return reloaded(stage, episode.player, name);
    case "bridge moved":
      return moved(stage, episode.from, name);
    case "player dead":
    case "player hangs":
      return silent(stage, episode, name);
    case "player replaced":
      return replaced(stage, episode.player, episode.by, name);
    case "players swapped":
      return swapped(stage, episode.players, name);
  }
}

async function brokerAway(
  stage: Stage,
  { forMs, remembers, maxPacketBytes }: Extract<Episode, { kind: "broker away" }>,
  name: string,
): Promise<Finding[]> {
  await leavePending(stage, two, name);
  await brokerReturns(stage, { remembers, forMs, maxPacketBytes });
  const findings = await recovered(stage);
  if (maxPacketBytes === undefined || findings.length > 0) return findings;
  // A value that is too large now must not stay as it was.
  for (const { player } of stage.players.values()) {
    renameOutput(player, player.audio.outputs[0]?.tag ?? "", `Output of ${name}`);
  }
  findings.push(...(await recovered(stage)));
  if (findings.length > 0) return findings;
  // The limit goes as it came.
  await brokerReturns(stage, { remembers, forMs: 0, maxPacketBytes: undefined });
  return recovered(stage);
}

async function brokerReturns(
  stage: Stage,
  {
    remembers,
    forMs,
    maxPacketBytes,
  }: { readonly remembers: boolean; readonly forMs: number; readonly maxPacketBytes: number | undefined },
): Promise<void> {
  stage.ledger.disturbed();
  stage.closeSender();
  await stage.broker.kill(remembers);
  await sleep(forMs);
  await stage.broker.start(maxPacketBytes);
  stage.maxPacketBytes = maxPacketBytes;
  await stage.openSender();
}

async function standsStill(stage: Stage, forMs: number, name: string): Promise<Finding[]> {
  await leavePending(stage, two, name);
  stage.bridge.hold(true);
  stage.bridgeIsUp(false);
  stage.ledger.disturbed();
  await sleep(200);
  // The broker takes them, and the bridge finds them in its socket when it goes on.
  for (const player of stage.names) await stage.select(`${name}-${player}-late`, player, 1);
  await sleep(Math.min(forMs, patience.willMs) - 200);
  const findings = forMs > patience.willMs ? await bridgeIs(stage, "offline", stage.stalledSinceMs) : [];
  await sleep(Math.max(0, forMs - patience.willMs));
  stage.bridge.hold(false);
  stage.bridgeIsUp(true);
  return [...findings, ...(await recovered(stage))];
}

async function killed(stage: Stage, forMs: number, name: string): Promise<Finding[]> {
  await leavePending(stage, two, name);
  stage.bridgeIsUp(false);
  await stage.bridge.kill();
  stage.ledger.killed();
  const findings = await bridgeIs(stage, "offline", patience.lostMs);
  // Its lists must go, although the new process never reads them.
  const { video } = stage.player("loose").player;
  video.stop();
  await sleep(forMs);
  stage.bridge.start();
  stage.bridgeIsUp(true);
  await stage.renew();
  findings.push(...(await recovered(stage)));
  video.play();
  return [...findings, ...(await recovered(stage))];
}

async function restarted(stage: Stage, forMs: number, name: string): Promise<Finding[]> {
  await leavePending(stage, two, name);
  stage.bridgeIsUp(false);
  stage.ledger.disturbed();
  await stage.bridge.stop();
  const findings = [
    ...(await bridgeIs(stage, "offline", patience.lostMs)),
    ...stage.ledger
      .unsettled()
      .map((text): Finding => ({ promise: "outcomes", text: `after the stop: ${text}` })),
  ];
  stage.ledger.killed();
  await sleep(forMs);
  stage.bridge.start();
  stage.bridgeIsUp(true);
  await stage.renew();
  return [...findings, ...(await recovered(stage))];
}

/** How rarely players are polled after a reload. */
const rarely = "*/30 * * * * *";

/** One player gets another name, then all get another schedule. */
async function reloaded(stage: Stage, renamed: PlayerName, name: string): Promise<Finding[]> {
  const others = stage.names.filter((one) => one !== renamed);
  await leavePending(stage, others.slice(0, 2), name);
  stage.player(renamed).displayName = `The ${renamed} player`;
  stage.configure();
  stage.bridge.reload();
  stage.heal();
  const findings = await watch(stage, patience.changeMs + 1500, renamed);
  await stage.renew();
  findings.push(...(await recovered(stage)));
  for (const { transaction } of stage.ledger.entries.values()) {
    const outcome = stage.ledger.outcomeOf(transaction);
    if (transaction.startsWith(`${name}-`) && /(first|settings changed)$/.test(outcome?.reason ?? "")) {
      findings.push({ promise: "outcomes", text: `${transaction} ended with the reload of another player` });
    }
  }
  if (findings.length > 0) return findings;
  findings.push(...(await rarelyPolled(stage, name)));
  stage.poll = everySecond;
  stage.player(renamed).displayName = renamed;
  stage.configure();
  stage.bridge.reload();
  await stage.renew();
  return [...findings, ...(await recovered(stage))];
}

/** Without polls, the topics follow a command because the bridge reads what follows from it. */
async function rarelyPolled(stage: Stage, name: string): Promise<Finding[]> {
  stage.poll = rarely;
  stage.configure();
  stage.bridge.reload();
  await sleep(patience.changeMs);
  const findings: Finding[] = [];
  for (const [player, fault] of [
    ["video", ""],
    ["twins", "lies*1"],
  ] as const) {
    if (fault !== "") addFault(stage, player, fault);
    const transaction = `${name}-${player}-rare`;
    await stage.select(transaction, player, 2);
    await stage.outcomeOf(transaction);
    // The second read-back comes a second later.
    findings.push(...(await wrongAfter(stage, pollIntervalMs + 500, player, "audio/")));
  }
  if (stage.player("video").player.video.state !== "stopped") {
    const transaction = `${name}-video-rare-2`;
    await stage.command({ transaction, player: "video", target: "video/playback", request: "next" });
    await stage.outcomeOf(transaction);
    findings.push(...(await wrongAfter(stage, 500, "video", "video/")));
  }
  return findings;
}

async function wrongAfter(stage: Stage, ms: number, player: PlayerName, leaves: string): Promise<Finding[]> {
  const isLate = stage.deadline(ms);
  while (!isLate()) await sleep(20);
  await stage.fresh.refresh();
  const wrong = (await differences(stage)).filter(
    ({ topic, isPolled }) =>
      topic.startsWith(`player2mqtt/${player}/${leaves}`) && isPolled && !topic.endsWith("/position"),
  );
  return wrong.map(({ text }) => ({
    promise: "topics",
    text: `a command changed it, and it was not read: ${text}`,
  }));
}

async function silent(
  stage: Stage,
  { kind, player, forMs }: Extract<Episode, { kind: "player dead" | "player hangs" }>,
  name: string,
): Promise<Finding[]> {
  // More of them would fail at once, and so make it offline before its polls do.
  await leavePending(stage, [player], name, 1);
  const before = await readTopics(stage);
  const isHanging = kind === "player hangs";
  const deadAt = performance.now();
  const { traffic } = stage.player(player).simulator;
  const askedBefore = traffic.count();
  const fault = addFault(stage, player, isHanging ? "hang" : "reset");
  // A request that hangs takes its timeout, which doubles each time, and the rest after it.
  const hangMs = isHanging ? timeoutMs * (1 + 2 + 4) + 1000 + 2000 : 0;
  const offlineBy = deadAt + patience.offlineMs + hangMs;
  const findings: Finding[] = [];
  const look = async (): Promise<void> => {
    findings.push(...(await problemsWithSilence(stage, player, { offlineBy, before })));
  };
  findings.push(...(await watch(stage, forMs, player, look)));
  // A machine that stood still gives the bridge more time: it must be up before the player comes back.
  if (performance.now() > offlineBy) {
    const isUp = (): boolean => performance.now() > offlineBy + stage.stalledSinceMs;
    while (!isUp() && (await availabilityOf(stage, player)) !== "offline") await sleep(200);
    await look();
  }
  // After an absence that the bridge has noticed, everything is read.
  if ((await availabilityOf(stage, player)) === "offline") stage.player(player).changeUnpolled();
  const asked = traffic.count() - askedBefore;
  const most = mostAsked(performance.now() - deadAt);
  if (asked > most)
    findings.push({
      promise: "availability",
      text: `${player} was asked ${asked} times while it was silent, wanted ${most} at most`,
    });
  fault.remove();
  // What is wrong is found at every look.
  return [...findings.slice(0, 3), ...(await recovered(stage))];
}

/** A silent player is asked after 1, 2, 4 … s, or a quarter less, and for the pending command, perhaps once more for each. */
function mostAsked(ms: number): number {
  return 3 + Math.floor(Math.log2(ms / 750 + 1));
}

async function availabilityOf(stage: Stage, player: PlayerName): Promise<string | undefined> {
  return (await readTopics(stage)).get(`player2mqtt/${player}/availability`);
}

/** While a player is silent it is online, then offline in time, and everything else stays as it was last seen. */
async function problemsWithSilence(
  stage: Stage,
  name: PlayerName,
  { offlineBy, before }: { offlineBy: number; before: ReadonlyMap<string, string> },
): Promise<Finding[]> {
  const now = performance.now();
  const topics = await readTopics(stage);
  const base = `player2mqtt/${name}/`;
  const is = topics.get(`${base}availability`);
  const wrong: string[] = [];
  if (is !== "offline" && now > offlineBy + stage.stalledSinceMs) wrong.push(`${is} though it is silent`);
  if (is === "offline" && topics.get(`${base}power`) === "on") wrong.push("offline, but its power is on");
  for (const [topic, payload] of before) {
    // The results of its pending commands are not in question here.
    const isKept = topic.startsWith(base) && /(options|title|total|zoom|mac|range|codec)$/.test(topic);
    if (isKept && !topic.includes("/music/") && topics.get(topic) !== payload) wrong.push(`${topic} changed`);
  }
  return wrong.map((text) => ({ promise: "availability", text: `${name} is ${text}` }));
}

async function replaced(stage: Stage, player: PlayerName, by: PlayerName, name: string): Promise<Finding[]> {
  await leavePending(stage, [player], name);
  const slot = stage.player(player);
  // Nobody changes players within three polls.
  await slot.die();
  await sleep(patience.offlineMs);
  await slot.replace(by);
  await stage.renew();
  // A call for the old model is not made to the new one later than a command may be.
  const findings = await recovered(stage);
  if (findings.length > 0) return findings;
  await stage.refresh(player);
  const transaction = `${name}-${player}-new`;
  await stage.command({ transaction, player, target: "audio/input", request: inputOf(by, 1) });
  await stage.outcomeOf(transaction);
  findings.push(...(await recovered(stage)));
  await slot.die();
  await sleep(patience.offlineMs);
  await slot.restore();
  await stage.renew();
  return [...findings, ...(await recovered(stage))];
}
