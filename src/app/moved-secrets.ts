import { brokerUrls } from "../config/broker-url.ts";
import type { ConfigEdit } from "../config/config-edit.ts";
import type { Config } from "../config/schema.ts";
import { parsePlayerUrl } from "../config/setting-shapes.ts";

/**
 * The problems of edits that would send a stored secret to another host than the one that it was entered for: whoever
 * may change an address must not learn the secret by that.
 */
export function movedSecrets(edits: readonly ConfigEdit[], config: Config): readonly string[] {
  return [...movedPassword(edits, config), ...edits.flatMap((edit) => movedKey(edit, config))];
}

/** Whether an address is of another host than the configured broker's; an empty one is the embedded broker's. */
export function isOtherBroker(url: string, config: Config): boolean {
  const known = new Set(brokerUrls(config).map(hostOf));
  const wanted = brokerUrls({ ...config, mqtt: { ...config.mqtt, url } }).map(hostOf);
  return wanted.some((host) => host === undefined || !known.has(host));
}

function movedPassword(edits: readonly ConfigEdit[], config: Config): readonly string[] {
  const named = edits.filter((edit) => "name" in edit);
  const isMoved = named.some(
    (edit) =>
      edit.name === "mqtt.url" && isOtherBroker(edit.kind === "set" ? String(edit.value) : "", config),
  );
  const isEntered = named.some(({ name }) => name === "mqtt.password");
  if (!isMoved || isEntered || config.mqtt.password === "") return [];
  return [
    "mqtt.password: the stored password is for another broker, so enter the one for this broker, or clear it",
  ];
}

function movedKey(edit: ConfigEdit, { players }: Config): readonly string[] {
  if (edit.kind !== "change-player" || !("url" in edit.values) || "psk" in edit.values) return [];
  const player = players.find(({ id }) => id === edit.id);
  const url = parsePlayerUrl(String(edit.values["url"]));
  if (player?.psk === undefined || (url !== undefined && hostOf(url) === hostOf(player.url))) return [];
  return ["psk: the stored key is for another address, so enter it again with the new one"];
}

function hostOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).host : undefined;
}
