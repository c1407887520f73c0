// Starts the bridge as an App of Home Assistant: its options are the bridge's configuration file as they are, and the
// Supervisor knows the broker and its password.
import { readFile } from "node:fs/promises";
import { get } from "node:http";
import { pathToFileURL } from "node:url";

const {
  OPTIONS_FILE = "/data/options.json",
  SUPERVISOR_URL = "http://supervisor",
  SUPERVISOR_TOKEN = "",
  PROGRAM = "",
} = process.env;

const { mqtt, players = [] } = JSON.parse(await readFile(OPTIONS_FILE, "utf8"));
process.env.CONFIG_FILE = OPTIONS_FILE;
// Without a list, the players of the network are found.
if (players.length === 0) process.env.PLAYERS = "auto";
// The App is in the network of the house. This is its address on the Supervisor's own, so nothing is open to the house.
process.env.HTTP_HOST ??= "172.30.32.1";
// It also brings people to the bridge's page, after it has seen who they are.
process.env.HTTP_INGRESS ??= "true";
if (!mqtt?.url) {
  const broker = await askForBroker();
  if (broker === undefined) {
    giveUp(
      "There is no broker. Install and start the Mosquitto broker App, then this one again; or write the address of " +
        "another broker into the option mqtt.url.",
    );
  }
  const { host, port, ssl, username, password } = broker;
  process.env.MQTT_URL = `${ssl ? "mqtts" : "mqtt"}://${host}:${port}`;
  // A user in the options is meant: it wins over the one of the service.
  if (!mqtt?.username) {
    process.env.MQTT_USERNAME = username ?? "";
    process.env.MQTT_PASSWORD = password ?? "";
  }
}
// The devices link the page, which people reach through Home Assistant.
const slug = await askForSlug();
if (slug !== undefined) process.env.HOMEASSISTANT_PAGE_URL ??= `homeassistant://app/${slug}`;
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
