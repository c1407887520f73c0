import { type Reply, textReply } from "../reply.ts";
import type { SimulatedPlayer } from "./simulated-player.ts";

const service = "urn:schemas-wiimu-com:service:PlayQueue:1";
const controlPath = "/upnp/control/PlayQueue1";

export const queueActions = ["BrowseQueueEx", "BrowseQueue", "PlayQueueWithIndex"] as const;

/** What answers on the port of UPnP: the description of the player, and the actions of its queue. */
export function answerOverUpnp(player: SimulatedPlayer, path: string, body: string): Reply {
  player.playOn();
  if (path === "/description.xml") return xmlReply(description(player));
  const action = actionIn(body);
  if (path !== controlPath || action === undefined) return textReply("text/html", "Not Found", 404);
  if (action === "PlayQueueWithIndex") {
    const index = Number(textOf(body, "Index"));
    if (player.track === undefined || player.tracks[index - 1] === undefined)
      return xmlReply(envelope(fault(402, "Invalid Args")), 500);
    player.playTrack(index - 1);
    return xmlReply(envelope(answerTo(action, "")));
  }
  const context = contextFor(player, action, body);
  if (context === undefined) return xmlReply(envelope(fault(401, "Invalid Action")), 500);
  const part = context === "" ? "" : `\r\n<QueueContext>${escape(context)}</QueueContext>\r\n`;
  return xmlReply(envelope(answerTo(action, part)));
}

/** The action of a request, for faults; undefined if it has none. */
export function actionIn(body: string): string | undefined {
  return /<s:Body><u:(\w+) /.exec(body)?.[1];
}

/** The queue as a document in a document; empty while something else plays, undefined for what the model lacks. */
function contextFor(player: SimulatedPlayer, action: string, body: string): string | undefined {
  const hasPages = action === "BrowseQueueEx";
  if (hasPages ? !player.model.hasQueuePages : action !== "BrowseQueue") return undefined;
  if (player.track === undefined) return "";
  const { tracks, index } = player;
  const first = hasPages ? Math.max(1, Number(textOf(body, "TrackIndex"))) : 1;
  const count = hasPages ? Number(textOf(body, "TrackNums")) : tracks.length;
  const shown = tracks.slice(first - 1, first - 1 + count);
  const entries = shown.map((track, at) => {
    const number = first + at;
    const metadata = escape(metadataOf(track));
    return `<Track${number}>\r\n<URL>http://media.example.net/${number}.flac?token=of-the-house</URL>\r\n<Metadata>${metadata}</Metadata>\r\n<Id>${number}</Id>\r\n<Source>Tidal</Source>\r\n</Track${number}>`;
  });
  const size = hasPages
    ? `<TotalNumber>${tracks.length}</TotalNumber>\r\n<TrackNumber>${shown.length}</TrackNumber>`
    : `<TrackNumber>${shown.length}</TrackNumber>`;
  const place = hasPages
    ? `\r\n<Offset>${first}</Offset>\r\n<offset>${first}</offset>\r\n<Limit>${count}</Limit>`
    : "";
  return `<?xml version="1.0"?>\r\n<PlayList>\r\n<ListName>Evening &amp; Sea_#~2026-07-08 16:49:59</ListName>\r\n<ListInfo>\r\n<SourceName>Tidal</SourceName>\r\n${size}\r\n<LastPlayIndex>${index + 1}</LastPlayIndex>${place}\r\n</ListInfo>\r\n<Tracks>${entries.join("\r\n")}</Tracks>\r\n</PlayList>\r\n`;
}

function metadataOf({ title, artist, album, seconds }: SimulatedPlayer["tracks"][number]): string {
  return `<?xml version="1.0"?>\r\n<DIDL-Lite xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:upnp="urn:schemas-upnp-org:metadata-1-0/upnp/" xmlns:song="www.wiimu.com/song/" xmlns="urn:schemas-upnp-org:metadata-1-0/DIDL-Lite/">\r\n<upnp:class>object.item.audioItem.musicTrack</upnp:class>\r\n<item id="0">\r\n<res protocolInfo="http-get:*:audio/mpeg:DLNA.ORG_PN=MP3;DLNA.ORG_OP=01;" duration="${seconds * 1000}"></res>\r\n<dc:title>${escape(title)}</dc:title>\r\n<upnp:artist>${escape(artist)}</upnp:artist>\r\n<upnp:album>${escape(album)}</upnp:album>\r\n<upnp:albumArtURI>https://pictures.example.net/cover.jpg</upnp:albumArtURI>\r\n</item>\r\n</DIDL-Lite>\r\n`;
}

function description({ name, model }: SimulatedPlayer): string {
  return `<?xml version="1.0"?>\r\n<root xmlns="urn:schemas-upnp-org:device-1-0">\r\n<device>\r\n<deviceType>urn:schemas-upnp-org:device:MediaRenderer:1</deviceType>\r\n<friendlyName>${escape(name)}</friendlyName>\r\n<modelName>${model.project}</modelName>\r\n<serviceList>\r\n<service>\r\n<serviceType>${service}</serviceType>\r\n<serviceId>urn:wiimu-com:serviceId:PlayQueue</serviceId>\r\n<controlURL>${controlPath}</controlURL>\r\n</service>\r\n</serviceList>\r\n</device>\r\n</root>\r\n`;
}

function answerTo(action: string, content: string): string {
  return `<u:${action}Response xmlns:u="${service}">${content}</u:${action}Response>`;
}

function fault(code: number, about: string): string {
  return `<s:Fault>\n<faultcode>s:Client</faultcode>\n<faultstring>UPnPError</faultstring>\n<detail>\n<UPnPError xmlns="urn:schemas-upnp-org:control-1-0">\n<errorCode>${code}</errorCode>\n<errorDescription>${about}</errorDescription>\n</UPnPError>\n</detail>\n</s:Fault>`;
}

function envelope(content: string): string {
  return `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/" s:encodingStyle="http://schemas.xmlsoap.org/soap/encoding/"><s:Body>\n${content}\r\n</s:Body> </s:Envelope>`;
}

function xmlReply(text: string, status = 200): Reply {
  return textReply('text/xml; charset="utf-8"', text, status);
}

function textOf(xml: string, name: string): string {
  return new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1] ?? "";
}

function escape(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
