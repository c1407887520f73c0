import { createSocket } from "node:dgram";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { SimulatedPlayer } from "./simulated-player.ts";
import { openStream } from "./stream.ts";

/** The DLNA renderer of a player: another server at its address, found by SSDP. */
export interface SimulatedRenderer extends AsyncDisposable {
  /** Where its description is; tests let it lie. */
  location: string;
  /** Where its transport is controlled, as its description says. */
  controlUrl: string;
  readonly actions: readonly string[];
}

const transport = "urn:schemas-upnp-org:service:AVTransport:1";

/** Starts the renderer of a player that listens on `host`; searches are answered on `ssdpPort`. */
export async function startRenderer(
  host: string,
  ssdpPort: number,
  player: SimulatedPlayer,
): Promise<SimulatedRenderer> {
  const actions: string[] = [];
  let next: { readonly address: string; readonly metadata: string } | undefined;

  function act(action: string, body: string): string | undefined {
    actions.push(action);
    if (action === "SetAVTransportURI") {
      const address = textOf(body, "CurrentURI");
      if (!/^https?:/.test(address) || address.endsWith(".pdf")) return "714 Illegal MIME-type";
      next = { address, metadata: textOf(body, "CurrentURIMetaData") };
      return undefined;
    }
    if (action !== "Play") return "401 Invalid Action";
    if (next === undefined) return "701 Transition not available";
    const { address, metadata } = next;
    openStream(player, address, {
      title: textOf(metadata, "dc:title"),
      picture: textOf(metadata, "upnp:albumArtURI"),
      playType: 7,
    });
    return undefined;
  }

  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on("data", (piece: Buffer) => pieces.push(piece));
    request.on("end", () => {
      response.setHeader("content-type", 'text/xml; charset="utf-8"');
      if (request.method === "GET" && request.url === "/description.xml") {
        response.end(description(player.identity, renderer.controlUrl));
        return;
      }
      const [, action] = /#(\w+)"$/.exec(request.headers["soapaction"]?.toString() ?? "") ?? [];
      if (request.method !== "POST" || request.url !== "/control/transport" || action === undefined) {
        response.writeHead(404).end();
        return;
      }
      const fault = act(action, Buffer.concat(pieces).toString());
      response.writeHead(fault === undefined ? 200 : 500).end(envelope(action, fault));
    });
  });
  server.listen(0, host);
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const socket = createSocket({ type: "udp4", reuseAddr: true });
  socket.bind(ssdpPort, host);
  await once(socket, "listening");
  const renderer: SimulatedRenderer = {
    location: `http://${host === "0.0.0.0" ? "127.0.0.1" : host}:${port}/description.xml`,
    controlUrl: "control/transport",
    actions,
    [Symbol.asyncDispose]: async () => {
      socket.close();
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
  socket.on("message", (question, { address, port: from }) => {
    if (!/^M-SEARCH\b[^]*MediaRenderer:1/.test(question.toString("latin1"))) return;
    socket.send(ssdpAnswer(renderer.location), from, address);
  });
  return renderer;
}

/** What a renderer answers to a search. */
export function ssdpAnswer(location: string): Buffer {
  const lines = [
    "HTTP/1.1 200 OK",
    `LOCATION: ${location}`,
    "ST: urn:schemas-upnp-org:device:MediaRenderer:1",
    "USN: uuid:simulated::urn:schemas-upnp-org:device:MediaRenderer:1",
  ];
  return Buffer.from([...lines, "", ""].join("\r\n"));
}

function description({ name, model }: SimulatedPlayer["identity"], controlUrl: string): string {
  return `<?xml version="1.0"?>
<root xmlns="urn:schemas-upnp-org:device-1-0"><device>
<deviceType>urn:schemas-upnp-org:device:MediaRenderer:1</deviceType>
<friendlyName>${escape(name)}</friendlyName><modelName>${escape(model)}</modelName><UDN>uuid:simulated</UDN>
<serviceList><service><serviceType>${transport}</serviceType>
<serviceId>urn:upnp-org:serviceId:AVTransport</serviceId><controlURL>${escape(controlUrl)}</controlURL></service></serviceList>
</device></root>`;
}

function envelope(action: string, fault: string | undefined): string {
  const [code, ...words] = fault?.split(" ") ?? [];
  const body =
    code === undefined
      ? `<u:${action}Response xmlns:u="${transport}"/>`
      : `<s:Fault><faultcode>s:Client</faultcode><faultstring>UPnPError</faultstring><detail><UPnPError xmlns="urn:schemas-upnp-org:control-1-0"><errorCode>${code}</errorCode><errorDescription>${words.join(" ")}</errorDescription></UPnPError></detail></s:Fault>`;
  return `<?xml version="1.0"?><s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>${body}</s:Body></s:Envelope>`;
}

const entities: Readonly<Record<string, string>> = { lt: "<", gt: ">", quot: '"', amp: "&" };

/** The text of an element, whose entities are those of XML. */
function textOf(xml: string, name: string): string {
  const [, text = ""] = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml) ?? [];
  return text.replaceAll(/&(lt|gt|quot|amp);/g, (_entity, word: string) => entities[word] ?? "");
}

function escape(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
