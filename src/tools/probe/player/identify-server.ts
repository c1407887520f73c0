import { DeviceError } from "../../../core/errors.ts";
import { PlayerConnection, type HttpOptions } from "../../../families/http/connection.ts";
import { type Phrase, translatable } from "../../../lib/phrase.ts";

const enoughBytes = 65_536;

/** The server that answers instead of a player, and whether it requires a login. */
export async function identifyServer(
  options: Omit<HttpOptions, "maxBodyBytes">,
  signal: AbortSignal,
): Promise<{ readonly name: Phrase; readonly isGuarded: boolean }> {
  await using http = new PlayerConnection({ ...options, maxBodyBytes: enoughBytes });
  try {
    const { status, headers, changed } = await http.get("/", signal);
    const text = changed?.body.toString() ?? "";
    const title = /<title[^>]*>\s*([^<]{1,80}?)\s*</i.exec(text)?.[1];
    const server = headers["server"];
    const isPage =
      /^\s*(<!doctype html|<html)/i.test(text) || String(headers["content-type"]).includes("html");
    const kind = isPage
      ? translatable("server.page", "a web page")
      : translatable("server.status", "a web server with HTTP status {status}", { status });
    const names = [title, typeof server === "string" ? server : undefined].filter(
      (name) => name !== undefined,
    );
    const name =
      names.length === 0
        ? kind
        : translatable("server.named", "{kind} ({names})", { kind, names: names.join(", ") });
    return { name, isGuarded: status === 401 || status === 403 };
  } catch (error) {
    if (!(error instanceof DeviceError)) throw error;
    const name =
      error.fault === "malformed"
        ? translatable("server.long", "a web server with long answers")
        : translatable("server.no-http", "something other than HTTP");
    return { name, isGuarded: false };
  }
}
