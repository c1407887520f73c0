import { createServer, type Socket } from "node:net";
import {
  generate,
  type IConnackPacket,
  type IConnectPacket,
  type IPublishPacket,
  type ISubscribePacket,
  type Packet,
  parser,
} from "mqtt-packet";
import { listen } from "./free-port.ts";

/** The script's result for a packet: handled, or left to the default behavior. */
type Dealt = "dealt" | "as usual";

/** Sees every packet of every connection before the default behavior. */
export type Script = (packet: Packet, peer: Peer) => Dealt;

export interface ScriptedBroker extends AsyncDisposable {
  readonly url: string;
  readonly port: number;
  /** All connections so far, the current one last. */
  readonly peers: readonly Peer[];
  follow(script: Script): void;
}

/** One connection from the broker's side. */
export class Peer {
  readonly socket: Socket;
  readonly packets: Packet[] = [];

  constructor(socket: Socket) {
    this.socket = socket;
  }

  get hello(): IConnectPacket {
    const [first] = this.packets;
    if (first?.cmd !== "connect") throw new Error("no CONNECT came yet");
    return first;
  }

  get protocol(): number {
    return this.hello.protocolVersion ?? 4;
  }

  get publishes(): readonly IPublishPacket[] {
    return this.packets.filter((packet) => packet.cmd === "publish");
  }

  get subscribes(): readonly ISubscribePacket[] {
    return this.packets.filter((packet) => packet.cmd === "subscribe");
  }

  get unsubscribes(): readonly string[] {
    return this.packets.flatMap((packet) => (packet.cmd === "unsubscribe" ? packet.unsubscriptions : []));
  }

  send(...packets: readonly Packet[]): void {
    const protocolVersion = this.protocol;
    this.sendBytes(Buffer.concat(packets.map((packet) => generate(packet, { protocolVersion }))));
  }

  sendBytes(bytes: Uint8Array): void {
    this.socket.write(bytes);
  }
}

/** Starts a broker that behaves correctly except where the script intervenes. */
export async function startScriptedBroker(script: Script = () => "as usual"): Promise<ScriptedBroker> {
  let current = script;
  const peers: Peer[] = [];
  const server = createServer((socket) => {
    const peer = new Peer(socket);
    peers.push(peer);
    const packets = parser({});
    packets.on("packet", (packet) => {
      peer.packets.push(packet);
      if (current(packet, peer) === "as usual") behave(packet, peer);
    });
    packets.on("error", () => socket.destroy());
    socket.on("data", (bytes: Buffer) => packets.parse(bytes));
    socket.on("error", () => socket.destroy());
  });
  const port = await listen(server);
  return {
    url: `mqtt://127.0.0.1:${port}`,
    port,
    peers,
    follow: (next) => {
      current = next;
    },
    [Symbol.asyncDispose]: async () => {
      for (const { socket } of peers) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Accepts with these MQTT 5 properties. */
export function accept(properties: NonNullable<IConnackPacket["properties"]> = {}): Packet {
  return { cmd: "connack", returnCode: 0, reasonCode: 0, sessionPresent: false, properties };
}

export function refuse(code: number): Packet {
  return { cmd: "connack", returnCode: code, reasonCode: code, sessionPresent: false };
}

/** A script for one kind of packet; all others get the default behavior. */
export function on<Cmd extends Packet["cmd"]>(
  cmd: Cmd,
  deal: (packet: Extract<Packet, { cmd: Cmd }>, peer: Peer) => void,
): Script {
  return (packet, peer) => {
    if (packet.cmd !== cmd) return "as usual";
    deal(packet as Extract<Packet, { cmd: Cmd }>, peer);
    return "dealt";
  };
}

function behave(packet: Packet, peer: Peer): void {
  const { messageId = 0 } = packet;
  if (packet.cmd === "connect") peer.send(accept());
  if (packet.cmd === "subscribe") {
    peer.send({ cmd: "suback", messageId, granted: packet.subscriptions.map(() => 1) });
  }
  if (packet.cmd === "unsubscribe") {
    peer.send({ cmd: "unsuback", messageId, granted: packet.unsubscriptions.map(() => 0) });
  }
  if (packet.cmd === "publish" && packet.qos === 1) peer.send({ cmd: "puback", messageId, reasonCode: 0 });
  if (packet.cmd === "pingreq") peer.send({ cmd: "pingresp" });
  if (packet.cmd === "disconnect") peer.socket.end();
}
