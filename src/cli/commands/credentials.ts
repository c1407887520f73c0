import { join, resolve } from "node:path";
import { homeUser } from "../../tools/mosquitto/access-rights.ts";
import { bridgeGroup, type Credentials, writeCredentials } from "../../tools/mosquitto/write-credentials.ts";
import type { CliCommand } from "../cli-command.ts";
import { exitCodes, UsageError } from "../exit-codes.ts";
import { valueOf, wholeNumberOf } from "../parse-arguments.ts";
import { configFlag, loadWithoutPlayers } from "../setting-flags.ts";
import type { Shell } from "../shell.ts";
import { chmodSync, chownSync, existsSync, lstatSync } from "node:fs";

export const credentials: CliCommand = {
  words: ["<folder>"],
  about: `Creates a password for the bridge and one for Home Assistant, a token for the page, and from them the files of a
Mosquitto: configuration, users and access rights. What exists is kept, so it can run before every start; docker-compose.yml
does that. MQTT_PASSWORD, HOME_PASSWORD and HTTP_TOKEN set others.`,
  examples: ["credentials /credentials", "credentials /credentials --show > .env"],
  flags: {
    show: { about: "print the secrets as variables for a file .env" },
    data: { value: "<folder>", about: "where the broker keeps retained messages; <folder>/data by default" },
    settings: {
      value: "<folder>",
      about: "a folder of settings that the page may write; changed only if root owns it",
    },
    port: { value: "<port>", about: "the port that the broker listens on; 1883 by default" },
    ...configFlag,
  },
  notes:
    "Run by root, it gives the files to the users of the images: 1883 of eclipse-mosquitto, and the group 65532 of player2mqtt.",
  async execute(given, shell) {
    const [name] = given.words;
    if (name === undefined) throw new UsageError("credentials needs a folder to write to");
    const port = wholeNumberOf(given, "port", { min: 1, max: 65_535 }) ?? 1883;
    const { mqtt, homeassistant, http } = loadWithoutPlayers(given, shell);
    const folder = resolve(shell.cwd, name);
    const user = mqtt.username || "player2mqtt";
    const settings = valueOf(given, "settings");
    try {
      const written = writeCredentials({
        folder,
        data: resolve(shell.cwd, valueOf(given, "data") ?? `${folder}/data`),
        port,
        user,
        baseTopic: mqtt.baseTopic,
        discoveryPrefix: homeassistant.prefix,
        chosen: { bridge: mqtt.password, home: shell.env["HOME_PASSWORD"] ?? "", token: http.token },
      });
      if (settings !== undefined) shareWhereAllowed(resolve(shell.cwd, settings), shell);
      shell.stdout.write(
        given.flags.has("show")
          ? variables(written, user)
          : `The passwords of ${user} and ${homeUser} and the token of the page are in ${folder}; --show prints them.\n`,
      );
      return exitCodes.done;
    } catch (error) {
      if (!(error instanceof Error && "code" in error)) throw error;
      shell.stderr.write(`Cannot write the credentials: ${error.message}\n`);
      return exitCodes.fault;
    }
  },
};

/** A file system that knows no owners must not prevent the start: the page says what to write there. */
function shareWhereAllowed(folder: string, { stderr }: Shell): void {
  try {
    shareSettings(folder);
  } catch (error) {
    if (!(error instanceof Error && "code" in error)) throw error;
    stderr.write(`The page will not be able to write ${folder}: ${error.message}\n`);
  }
}

function variables({ token, home, bridge }: Credentials, user: string): string {
  return `# The page, to sign in
HTTP_TOKEN=${quoted(token)}
# Home Assistant and other programs: user ${homeUser}
HOME_PASSWORD=${quoted(home)}
# The bridge: user ${user}
MQTT_PASSWORD=${quoted(bridge)}
`;
}

function quoted(text: string): string {
  return /^[\w-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`\'`)}'`;
}

const groupMayWrite = 0o060;
const groupMayEnter = 0o010;

/** Lets the bridge write what root owns, such as a folder that Docker has created. The rest belongs to a person. */
export function shareSettings(folder: string): void {
  if (process.geteuid?.() !== 0) return;
  for (const path of [folder, join(folder, "local.yaml")].filter((each) => existsSync(each))) {
    const found = lstatSync(path);
    if (found.uid !== 0 || found.isSymbolicLink()) continue;
    chownSync(path, 0, bridgeGroup);
    chmodSync(path, (found.mode & 0o777) | groupMayWrite | (found.isDirectory() ? groupMayEnter : 0));
  }
}
