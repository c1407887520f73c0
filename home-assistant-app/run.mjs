// Starts the bridge as an App of Home Assistant: its options have the shape of the bridge's configuration, and the
// Supervisor knows the broker and its password. A file that the page writes wins over both.
import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { get } from "node:http";
import { pathToFileURL } from "node:url";

const {
  OPTIONS_FILE = "/data/options.json",
  SETTINGS_FILE = "/config/player2mqtt.yaml",
  SUPERVISOR_URL = "http://supervisor",
  SUPERVISOR_TOKEN = "",
  PROGRAM = "",
} = process.env;

const options = JSON.parse(await readFile(OPTIONS_FILE, "utf8"));
// Without a list, the players of the network are found.
if (!options.players?.length) options.players = "auto";
const fileNote = `# What the page has set. It wins over the options of the App; without a line, its option holds again.
`;
try {
  await writeFile(SETTINGS_FILE, fileNote, { flag: "wx", mode: 0o600 });
} catch (error) {
  if (error.code !== "EEXIST") console.error(`The page cannot write settings: ${error.message}`);
}
if (existsSync(SETTINGS_FILE)) process.env.CONFIG_FILE = SETTINGS_FILE;
// The App is in the network of the house. This is its address on the Supervisor's own, so nothing is open to the house.
process.env.HTTP_HOST ??= "172.30.32.1";
// It also brings people to the bridge's page, after it has seen who they are.
process.env.HTTP_INGRESS ??= "true";
const { mqtt = {} } = options;
if (!mqtt.url) {
  const broker = await askForBroker();
  if (broker === undefined) {
    giveUp(
      "There is no broker. Install and start the Mosquitto broker App, then this one again; or write the address of " +
        "another broker into the option mqtt.url.",
    );
  }
  const { host, port, ssl, username, password } = broker;
  // A user in the options is meant: it wins over the one of the service.
  const login = mqtt.username ? {} : { username: username ?? "", password: password ?? "" };
  options.mqtt = { ...mqtt, ...login, url: `${ssl ? "mqtts" : "mqtt"}://${host}:${port}` };
}
// The devices link the page, which people reach through Home Assistant.
const slug = await askForSlug();
if (slug !== undefined) process.env.HOMEASSISTANT_PAGE_URL ??= `homeassistant://app/${slug}`;
process.env.CONFIG_DEFAULTS = JSON.stringify(options);
process.argv = [process.execPath, PROGRAM, "run"];
await import(pathToFileURL(PROGRAM).href);

/** The broker that the Supervisor offers, or undefined. */
async function askForBroker() {
  try {
    const { status, text } = await read(`${SUPERVISOR_URL}/services/mqtt`);
    const { data } = JSON.parse(text);
    return status === 200 && data?.host ? data : undefined;
  } catch {
    return undefined;
  }
}

/** The name of this App in Home Assistant's addresses, or undefined. */
async function askForSlug() {
  try {
    const { data } = JSON.parse((await read(`${SUPERVISOR_URL}/addons/self/info`)).text);
    return /^\w+$/.test(data?.slug) ? data.slug : undefined;
  } catch {
    return undefined;
  }
}

/** One GET of the Supervisor. */
function read(url) {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${SUPERVISOR_TOKEN}` };
    const request = get(url, { headers, timeout: 10_000 }, (response) => {
      const chunks = [];
      response.on("data", (chunk) => chunks.push(chunk));
      response.on("end", () =>
        resolve({ status: response.statusCode, text: Buffer.concat(chunks).toString() }),
      );
    });
    request.on("timeout", () => request.destroy(new Error("no answer in time")));
    request.on("error", reject);
  });
}

function giveUp(message) {
  console.error(message);
  process.exit(78);
}
