import { DeviceError, NoPlayerError } from "../../core/errors.ts";
import { type Phrase, translatable } from "../../lib/phrase.ts";
import { PlayerConnection, type HttpOptions } from "./connection.ts";

const enoughBytes = 65_536;

type ServerOptions = Omit<HttpOptions, "maxBodyBytes">;

interface Server {
  readonly name: Phrase;
  readonly isGuarded: boolean;
  /** Whether it answers as players of an unknown maker may. */
  readonly isLikePlayer: boolean;
}

/** All these players answer unknown paths by an object with a status in place of HTTP's. */
const likePlayer = /^\s*\{\s*"status"\s*:\s*\d{3}\b/;

/** The error for answers that no player gives: with what answers there, as people know it from a browser. */
export async function notAPlayer(
  options: ServerOptions,
  reason: Phrase,
  signal: AbortSignal,
): Promise<DeviceError> {
  const { name: server, isGuarded, isLikePlayer } = await identifyServer(options, signal);
  if (isLikePlayer) return new DeviceError("malformed", reason);
  return new NoPlayerError(
    isGuarded
      ? translatable("answers.guarded", "{server} answers there and requires a login", { server })
      : translatable("reach.other-server", "{server} answers there instead of a player: {reason}", {
          server,
          reason,
        }),
    isGuarded,
  );
}

/** The server that answers instead of a player, and whether it requires a login. */
export async function identifyServer(options: ServerOptions, signal: AbortSignal): Promise<Server> {
  await using http = new PlayerConnection({ ...options, maxBodyBytes: enoughBytes });
  try {
    const { status, headers, changed } = await http.get("/", signal);
    const text = changed?.toString() ?? "";
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
    const isGuarded = status === 401 || status === 403;
    return { name, isGuarded, isLikePlayer: !isGuarded && likePlayer.test(text) };
  } catch (error) {
    if (!(error instanceof DeviceError)) throw error;
    const name =
      error.fault === "malformed"
        ? translatable("server.long", "a web server with long answers")
        : translatable("server.no-http", "something other than HTTP");
    return { name, isGuarded: false, isLikePlayer: false };
  }
}
