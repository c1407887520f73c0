import { pbkdf2Sync, randomBytes } from "node:crypto";
import { chownSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { documentRights, homeUser, type RightsOptions } from "./access-rights.ts";

export interface Credentials {
  readonly bridge: string;
  readonly home: string;
  readonly token: string;
}

export interface CredentialsOptions extends RightsOptions {
  /** An absolute path; the broker must see its folder `broker` at the same path. */
  readonly folder: string;
  /** Where the broker keeps retained messages. */
  readonly data: string;
  readonly port: number;
  /** Secrets that somebody chose. An empty one keeps that of an earlier run, or creates one. */
  readonly chosen: Credentials;
}

export const bridgeGroup = 65_532;
/** The user of the image eclipse-mosquitto. */
const brokerUser = 1883;

/** Writes what is missing, and the files of the broker that follow from it. */
export function writeCredentials(options: CredentialsOptions): Credentials {
  const { folder, chosen, user } = options;
  const keep = (path: string, secret: string): string => {
    const text = secret || earlier(join(folder, path)) || createSecret();
    write(join(folder, path), text, { mode: 0o640, uid: 0, gid: bridgeGroup });
    return text;
  };
  const credentials = {
    bridge: keep("bridge/password", chosen.bridge),
    home: keep("home-assistant/password", chosen.home),
    token: keep("bridge/token", chosen.token),
  };
  const files = {
    users: `${user}:${hashPassword(credentials.bridge)}\n${homeUser}:${hashPassword(credentials.home)}`,
    "acl.conf": documentRights(options).trimEnd(),
    "mosquitto.conf": documentBroker(options),
  };
  for (const [name, text] of Object.entries(files)) {
    write(join(folder, "broker", name), text, { mode: 0o600, uid: brokerUser, gid: brokerUser });
  }
  return credentials;
}

function documentBroker({ folder, data, port }: CredentialsOptions): string {
  return `# Written by player2mqtt at each start of its credentials.
persistence true
persistence_location ${join(data, "/")}
autosave_interval 60
# Small messages would wait 40 ms without it.
set_tcp_nodelay true
listener ${port}
allow_anonymous false
password_file ${join(folder, "broker/users")}
acl_file ${join(folder, "broker/acl.conf")}
log_dest stdout
log_timestamp_format %Y-%m-%dT%H:%M:%S`;
}

function earlier(path: string): string {
  try {
    return readFileSync(path, "utf8").trimEnd();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return "";
    throw error;
  }
}

/** Replaces a file; only root can give it to another user. */
function write(path: string, text: string, access: { mode: number; uid: number; gid: number }): void {
  mkdirSync(join(path, ".."), { recursive: true });
  const next = `${path}.new`;
  writeFileSync(next, `${text}\n`, { mode: access.mode });
  if (process.geteuid?.() === 0) chownSync(next, access.uid, access.gid);
  renameSync(next, path);
}

/** 125 random bits that a person can type: five groups of five letters and digits. */
function createSecret(): string {
  const letters = Array.from(randomBytes(25), (byte) => "abcdefghijklmnopqrstuvwxyz234567"[byte % 32]);
  return letters.join("").replaceAll(/.{5}(?=.)/g, "$&-");
}

/** A password as mosquitto_passwd of Mosquitto 2.0 writes it. */
function hashPassword(password: string): string {
  const [iterations, salt] = [101, randomBytes(12)];
  const hash = pbkdf2Sync(password, salt, iterations, 64, "sha512");
  return `$7$${iterations}$${salt.toString("base64")}$${hash.toString("base64")}`;
}
