import { access, chown, constants, readFile, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { receiverName, type TraktSettings } from "../../core/history/unsent.ts";
import { asText, type JsonObject, parseObject } from "../../core/resources/json.ts";
import type { Clock } from "../../lib/clock.ts";
import { timeLimit } from "../../lib/time-limit.ts";
import { exchange, UnavailableError } from "./post.ts";
import { readSecret } from "./read-secret.ts";
import { replaceFile } from "./replace-file.ts";

interface Tokens {
  readonly accessToken: string;
  readonly refreshToken: string;
  /** In milliseconds since 1970. */
  readonly endsAt: number;
}

/** What the owner types in at Trakt, and how the bridge asks whether that was done. */
export interface DeviceCode {
  readonly code: string;
  readonly userCode: string;
  readonly address: string;
  readonly everyMs: number;
  readonly forMs: number;
}

const timeoutMs = 30_000;
/** Trakt's tokens have lived for a day up to three months. */
const renewBeforeMs = 3_600_000;
const noRedirect = "urn:ietf:wg:oauth:2.0:oob";
/** Why a code is of no use any more, by the status, as Trakt's documents have them. */
const codeEnds: Readonly<Partial<Record<number, string>>> = {
  404: "Trakt does not know the code",
  409: "the code was used before",
  410: "the code has expired",
  418: "the login was denied at Trakt",
};

/** An account at Trakt: its login, and its tokens, which a file keeps. */
export class TraktAccount {
  readonly #settings: TraktSettings;
  readonly #folder: string | undefined;
  readonly #clock: Pick<Clock, "after" | "date">;
  readonly #signal: AbortSignal;
  /** A token that Trakt has refused, although it had not ended. */
  #refused: string | undefined;
  #used: string | undefined;
  /** Renewed, and not in the file yet: those in the file are used up. */
  #unkept: Tokens | undefined;

  constructor(
    settings: TraktSettings,
    folder: string | undefined,
    clock: Pick<Clock, "after" | "date">,
    signal: AbortSignal,
  ) {
    this.#settings = settings;
    this.#folder = folder;
    this.#clock = clock;
    this.#signal = signal;
  }

  /** The file of the tokens. Throws an Error without a folder for it. */
  get file(): string {
    if (this.#folder === undefined) throw new Error("STATE_DIRECTORY is not set, where the tokens are kept");
    return join(this.#folder, `trakt-${encodeURIComponent(receiverName(this.#settings))}.json`);
  }

  /** The token for requests, renewed before it ends. Rejects with UnavailableError if a login or time may help. */
  async accessToken(): Promise<string> {
    const known = this.#unkept ?? (await this.#read());
    const isValid = known.endsAt - this.#clock.date().getTime() > renewBeforeMs;
    const tokens = isValid && known.accessToken !== this.#refused ? known : await this.#renew(known);
    await this.#keepRenewed();
    this.#used = tokens.accessToken;
    return tokens.accessToken;
  }

  /** Trakt has refused the last token: it is renewed before the next request. */
  refuse(): void {
    this.#refused = this.#used;
  }

  /** Throws an Error if Trakt gives no code, or its tokens could not be kept. */
  async beginLogin(): Promise<DeviceCode> {
    await access(dirname(this.file), constants.W_OK);
    const { status, fields } = await this.#ask("/oauth/device/code", {});
    const [code, userCode] = [asText(fields["device_code"]), asText(fields["user_code"])];
    if (status !== 200 || code === undefined || userCode === undefined)
      throw new Error(`Trakt gives no code: status ${status}. Is clientId right?`);
    const address = asText(fields["verification_url"]) ?? "https://trakt.tv/activate";
    const [everySeconds, forSeconds] = [Number(fields["interval"]) || 5, Number(fields["expires_in"]) || 600];
    return { code, userCode, address, everyMs: everySeconds * 1000, forMs: forSeconds * 1000 };
  }

  /** Asks once whether the owner has typed in the code, and keeps the tokens then. Throws an Error if it is of no use any more. */
  async finishLogin({ code }: DeviceCode): Promise<"done" | "pending" | "too fast"> {
    const secret = { code, client_secret: await this.#secret() };
    const { status, fields } = await this.#ask("/oauth/device/token", secret);
    if (status === 200) await this.#keep(this.#tokensIn(fields));
    if (status === 200) return "done";
    if (status === 400) return "pending";
    if (status === 429) return "too fast";
    throw new Error(codeEnds[status] ?? `Trakt answers with status ${status}`);
  }

  async #renew({ refreshToken }: Tokens): Promise<Tokens> {
    const { status, fields } = await this.#ask("/oauth/token", {
      refresh_token: refreshToken,
      client_secret: await this.#secret(),
      redirect_uri: noRedirect,
      grant_type: "refresh_token",
    });
    if (status === 429) throw new UnavailableError(`status ${status}`);
    if (status !== 200)
      throw new UnavailableError(
        `Trakt does not renew the token (status ${status}): player2mqtt login trakt`,
      );
    const tokens = this.#tokensIn(fields);
    this.#unkept = tokens;
    return tokens;
  }

  async #ask(path: string, body: object) {
    using limit = timeLimit(timeoutMs, this.#clock, this.#signal);
    const { url, clientId } = this.#settings;
    const request = { method: "POST", url: `${url}${path}`, headers: {}, signal: limit.signal };
    const text = JSON.stringify({ client_id: clientId, ...body });
    const answer = await exchange(request, text).catch((error: Error) => {
      throw new UnavailableError(limit.signal.aborted ? "no answer in time" : error.message);
    });
    const { status } = answer;
    if (status >= 500) throw new UnavailableError(`status ${status}`);
    return { status, fields: parseObject(answer.text) ?? {} };
  }

  async #secret(): Promise<string> {
    const { clientSecret, clientSecretFile } = this.#settings;
    return clientSecret ?? (await readSecret(clientSecretFile));
  }

  async #read(): Promise<Tokens> {
    const text = await readFile(this.file, "utf8").catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "ENOENT") throw error;
      return "";
    });
    const fields = parseObject(text);
    const [accessToken, refreshToken] = [asText(fields?.["accessToken"]), asText(fields?.["refreshToken"])];
    if (accessToken === undefined || refreshToken === undefined)
      throw new UnavailableError("there is no login yet: player2mqtt login trakt");
    return { accessToken, refreshToken, endsAt: Number(fields?.["endsAt"]) };
  }

  #tokensIn(fields: JsonObject): Tokens {
    const [accessToken, refreshToken] = [asText(fields["access_token"]), asText(fields["refresh_token"])];
    if (accessToken === undefined || refreshToken === undefined)
      throw new Error("Trakt's answer has no tokens");
    const endsAt = this.#clock.date().getTime() + Number(fields["expires_in"]) * 1000;
    return { accessToken, refreshToken, endsAt };
  }

  async #keepRenewed(): Promise<void> {
    if (this.#unkept === undefined) return;
    await this.#keep(this.#unkept).catch((error: Error) => {
      throw new UnavailableError(error.message);
    });
    this.#unkept = undefined;
  }

  async #keep(tokens: Tokens): Promise<void> {
    const { file } = this;
    await replaceFile(file, JSON.stringify(tokens));
    await giveToOwner(file, dirname(file));
  }
}

/** What root has written, the bridge must read, whose folder it is. */
async function giveToOwner(file: string, folder: string): Promise<void> {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = await stat(folder);
  await chown(file, uid, gid);
}
