import { createSocket } from "node:dgram";
import { once } from "node:events";
import { describe, expect, it, onTestFinished } from "vitest";
import { loadConfig } from "../../../src/config/load.ts";
import { startSimulator } from "../../../simulator/bluos/start-simulator.ts";
import { begin, call, end, until, untilMatch } from "../running-command.ts";

/** Whether datagrams to a group come back on this machine: some containers do not let them. */
async function hearsItself(): Promise<boolean> {
  const group = "239.39.3.9";
  const listener = createSocket({ type: "udp4", reuseAddr: true });
  const speaker = createSocket("udp4");
  try {
    const heard = once(listener, "message", { signal: AbortSignal.timeout(1000) });
    listener.bind(0, () => listener.addMembership(group, "127.0.0.1"));
    await once(listener, "listening");
    speaker.bind(0, "127.0.0.1", () => {
      speaker.setMulticastInterface("127.0.0.1");
      speaker.send("?", listener.address().port, group);
    });
    await heard;
    return true;
  } catch {
    return false;
  } finally {
    listener.close();
    speaker.close();
  }
}

const isDeaf = !(await hearsItself());
if (isDeaf) console.info("Finding players is not tried: this machine's network has no multicast.");

describe("discover", () => {
  it.skipIf(isDeaf)("finds a player and prints what to paste, but no secret of it", async () => {
    const simulating = begin(["simulate", "--port", "0", "--preset", "audio", "--discoverable"]);
    const [, port = ""] = await untilMatch(simulating, /127\.0\.0\.1:(\d+)\ndiscoverable by multicast/);
    const { code, stdout } = await call(["discover", "--seconds", "1", "--port", port]);
    expect(stdout).toContain(`http://127.0.0.1:${port}  SIM-A4, v1.7.3, 02:5e:11:00:00:02  (`);
    expect(stdout).not.toContain("secret");
    expect(code).toBe(0);
    const pasted = stdout.slice(stdout.indexOf("players:"));
    const given = await call(["discover", "--seconds", "1", "--port", port, "--json"]);
    const config = loadConfig({ args: { players: given.stdout }, env: {}, cwd: "/nowhere" });
    // Others in this network may answer, too.
    const wanted = { id: "sim-a4-0002", name: "SIM-A4", url: `http://127.0.0.1:${port}` };
    expect(config.players).toContainEqual(expect.objectContaining({ ...wanted, mac: "02:5e:11:00:00:02" }));
    expect(pasted).toContain("id: sim-a4-0002");
    expect(await end(simulating)).toBe(0);
  });

  // The bytes are those of the maker's specification: nothing of the bridge or its simulator makes them.
  it.skipIf(isDeaf)("finds a player by the maker's broadcast and a further zone by mDNS alone", async () => {
    await using first = await startSimulator({ name: "Den", mac: "02:B1:05:00:00:7A" });
    await using second = await startSimulator({ name: "Bath", chassis: first });
    const text = (words: string) => String.fromCharCode(words.length) + words;
    const name = (words: string) => `${words.split(".").map(text).join("")}\0`;
    const two = (number: number) => String.fromCharCode(number >> 8, number & 255);
    const [player, zone] = [new URL(first.url).port, Number(new URL(second.url).port)];
    const announced = `A\x06\x02\xb1\x05\0\0\x7a\x04\x7f\0\0\x01\x01\0\x01\x02${["name", "Den", "port", player].map(text).join("")}`;
    const lsdp = `\x06LSDP\x01${text(`${announced}.`).slice(0, -1)}`;
    const record = (owner: string, type: number, data: string) =>
      `${name(owner)}\0${String.fromCharCode(type)}\0\x01\0\0\0\x78${two(data.length)}${data}`;
    const mdns = `\0\0\x84\0\0\0\0\x01\0\0\0\x02${record("_musp._tcp.local", 12, name("Bath._musp._tcp.local"))}${record(
      "Bath._musp._tcp.local",
      33,
      `\0\0\0\0${two(zone)}${name("host.local")}`,
    )}${record("host.local", 1, "\x7f\0\0\x01")}`;
    const sockets = [11_430, 5353].map((port) => {
      const socket = createSocket({ type: "udp4", reuseAddr: true });
      onTestFinished(() => void socket.close());
      return socket.bind(port);
    });
    const [broadcast, multicast] = sockets;
    await Promise.all(sockets.map((socket) => once(socket, "listening")));
    broadcast?.setBroadcast(true);
    broadcast?.on("message", (question) => {
      // To everybody, as players answer this question.
      if (question.toString("hex") === "064c534450010551 01ffff".replace(" ", ""))
        broadcast.send(Buffer.from(lsdp, "latin1"), 11_430, "127.255.255.255");
    });
    multicast?.addMembership("224.0.0.251", "127.0.0.1");
    multicast?.on("message", (question, { port, address }) => {
      if (question.includes("_musp")) multicast.send(Buffer.from(mdns, "latin1"), port, address);
    });
    const { code, stdout } = await call(["discover", "--seconds", "2"]);
    expect(code).toBe(0);
    expect(stdout).toContain(`http://127.0.0.1:${player}  NODE, 4.16.6, 02:b1:05:00:00:7a  (LSDP)`);
    expect(stdout).toContain(`http://127.0.0.1:${zone}  NODE, 4.16.6, 02:b1:05:00:00:7a  (mDNS of zones)`);
  });

  it("says what to do when nobody answers", async () => {
    // Nobody listens on the discard port.
    const { code, stderr, stdout } = await call(["discover", "--seconds", "1", "--port", "9"]);
    expect(code).toBe(1);
    expect(stdout).toBe("");
    await until(() => expect(stderr).toContain("No player answered. Wake the player"));
  });
});
