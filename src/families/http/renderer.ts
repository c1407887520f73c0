import { lookup } from "node:dns/promises";
import type { Reply, Stream } from "../../core/controls/call.ts";
import { DeviceError } from "../../core/errors.ts";
import { translatable } from "../../lib/phrase.ts";
import { type HttpOptions, PlayerConnection, forServerAt } from "./connection.ts";
import { escapeXml, faultIn, soapTerms } from "./soap.ts";
import { parseXml, textOf, type XmlElement } from "./xml.ts";

const transport = "urn:schemas-upnp-org:service:AVTransport:1";
const largestAnswerBytes = 262_144;

/** How to find the renderer at an IP address: the address of its description, as it says itself. */
export type FindRenderer = (ip: string, signal: AbortSignal) => Promise<string | undefined>;

/** The DLNA renderer of one player. It is used only at the player's own address. */
export class Renderer {
  readonly #options: HttpOptions;
  readonly #find: FindRenderer;
  /** Where its transport is controlled; undefined until it was found. */
  #control: URL | undefined;

  constructor(options: HttpOptions, find: FindRenderer) {
    // Neither the login nor the events of the player's own connection belong to another server.
    const own = { maxBodyBytes: largestAnswerBytes, headers: { accept: "text/xml" } };
    this.#options = { ...forServerAt(options.url, options), ...own };
    this.#find = find;
  }

  /** Plays an address, and ends what it plays. */
  async play(stream: Stream, signal: AbortSignal): Promise<Reply> {
    const known = this.#control;
    const control = known ?? (await this.#search(signal));
    if (!(control instanceof URL)) return control;
    this.#control = control;
    try {
      return await this.#playAt(control, stream, signal);
    } catch (error) {
      // It has another port after each start. What never connected has changed nothing.
      this.#control = undefined;
      const hasMoved = known !== undefined && error instanceof DeviceError && error.fault === "unreachable";
      if (!hasMoved) throw error;
      return this.play(stream, signal);
    }
  }

  async #playAt(control: URL, stream: Stream, signal: AbortSignal): Promise<Reply> {
    await using http = this.#httpOf(control);
    const steps = [
      soapTerms(transport, "SetAVTransportURI", {
        InstanceID: "0",
        CurrentURI: stream.address,
        CurrentURIMetaData: describe(stream),
      }),
      soapTerms(transport, "Play", { InstanceID: "0", Speed: "1" }),
    ];
    for (const terms of steps) {
      const { status, changed } = await http.get(`${control.pathname}${control.search}`, signal, {
        acts: true,
        ...terms,
      });
      if (status !== 200) {
        const reason = faultIn(changed) ?? `HTTP ${status}`;
        return {
          kind: "refused",
          reason: translatable("renderer.refuses", "the renderer of the player refuses it: {reason}", {
            reason,
          }),
        };
      }
    }
    return { kind: "done" };
  }

  /** Finds where the transport is controlled, or says why it cannot be. */
  async #search(signal: AbortSignal): Promise<URL | Reply> {
    const host = new URL(this.#options.url).hostname.replace(/^\[|\]$/g, "");
    const { address: ip } = await lookup(host, { family: 4 }).catch(() => ({ address: host }));
    const location = await this.#find(ip, signal);
    if (location === undefined)
      return unsent(translatable("renderer.none", "no DLNA renderer answers at the address of the player"));
    const at = ownAddress(location, undefined, ip);
    if (at === undefined) return elsewhere;
    await using http = this.#httpOf(at);
    const { status, changed } = await http.get(`${at.pathname}${at.search}`, signal);
    if (status !== 200 || changed === undefined) return unusable;
    const root = parseXml(changed);
    const path = servicesOf(root).find(
      (service) => textOf(service, "serviceType").replace(/\d+$/, "") === transport.replace(/\d+$/, ""),
    );
    if (path === undefined) return unusable;
    const base = textOf(root, "URLBase") || at.href;
    return ownAddress(textOf(path, "controlURL"), base, ip) ?? elsewhere;
  }

  #httpOf({ origin }: URL): PlayerConnection {
    return new PlayerConnection({ ...this.#options, url: origin });
  }
}

function unsent(reason: ReturnType<typeof translatable>): Reply {
  return { kind: "refused", reason, isUnsent: true };
}

const elsewhere = unsent(
  translatable("renderer.elsewhere", "the renderer that answers for the player is at another address"),
);
const unusable = unsent(
  translatable("renderer.unusable", "the renderer of the player does not say how to play something"),
);

/** An address at this IP address; undefined for any other. */
function ownAddress(address: string, base: string | undefined, ip: string): URL | undefined {
  if (address === "" || !URL.canParse(address, base)) return undefined;
  const url = new URL(address, base);
  return url.protocol === "http:" && url.hostname === ip ? url : undefined;
}

/** All services of a description: a renderer may be part of another device. */
function servicesOf(element: XmlElement): readonly XmlElement[] {
  return element.children.flatMap((child) => (child.name === "service" ? [child] : servicesOf(child)));
}

/** What renderers want to know about an address; many refuse one without. */
function describe({ address, title, picture }: Stream): string {
  const name = title ?? nameIn(address);
  const cover = picture === undefined ? "" : `<upnp:albumArtURI>${escapeXml(picture)}</upnp:albumArtURI>`;
  return `<DIDL-Lite xmlns="urn:schemas-upnp-org:metadata-1-0/DIDL-Lite/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:upnp="urn:schemas-upnp-org:metadata-1-0/upnp/"><item id="0" parentID="-1" restricted="1"><dc:title>${escapeXml(name)}</dc:title>${cover}<upnp:class>object.item.audioItem.musicTrack</upnp:class><res protocolInfo="http-get:*:*:*">${escapeXml(address)}</res></item></DIDL-Lite>`;
}

/** The last level of the path of an address, else its host; neither its login nor its query. */
function nameIn(address: string): string {
  const { pathname, hostname } = new URL(address);
  return pathname.split("/").findLast((level) => level !== "") ?? hostname;
}
