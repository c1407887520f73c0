import { brokerUrls } from "../config/broker-url.ts";
import type { ConfigEdit, PlayerValues } from "../config/edit/config-edit.ts";
import type { PlayerConfig } from "../config/players.ts";
import type { Config } from "../config/schema.ts";
import { parsePlayerUrl } from "../config/setting-shapes.ts";

/** A changed address must not be a way to read a stored secret: it was entered for another host. */
export function movedSecrets(edits: readonly ConfigEdit[], config: Config): readonly string[] {
  return [...movedPassword(edits, config), ...movedKeys(edits, config)];
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

function movedKeys(edits: readonly ConfigEdit[], { players }: Config): readonly string[] {
  const known = new Map(players.map((player) => [player.id, player]));
  return edits.flatMap((edit) => {
    if (edit.kind !== "change-player") return [];
    const player = known.get(edit.id);
    // Later edits name the player by its new id.
    if (player !== undefined && "id" in edit.values) known.set(String(edit.values["id"]), player);
    return movedKey(edit.values, player);
  });
}

function movedKey(values: PlayerValues, player: PlayerConfig | undefined): readonly string[] {
  if (!("url" in values) || "psk" in values) return [];
  const url = parsePlayerUrl(String(values["url"]));
  if (player?.psk === undefined || (url !== undefined && hostOf(url) === hostOf(player.url))) return [];
  return ["psk: the stored key is for another address, so enter it again with the new one"];
}

function hostOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).host : undefined;
}
