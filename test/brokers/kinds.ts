import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { freePort } from "../support/free-port.ts";
import {
  type BrokerKind,
  login,
  type Place,
  type Prepared,
  serverEnv,
  startBroker,
  versionFrom,
  writeLines,
} from "./real-broker.ts";

const rabbitServer = "/usr/lib/rabbitmq/bin/rabbitmq-server";

const mosquitto: BrokerKind = {
  name: "Mosquitto",
  package: "mosquitto",
  version: versionFrom("mosquitto", ["-h"]),
  protocol: "5",
  sendsKeptToWildcards: true,
  start: () =>
    startBroker(async ({ directory, data, port }) => {
      const users = join(directory, "users");
      writeLines(directory, "users", []);
      spawnSync("mosquitto_passwd", ["-b", users, login.username, login.password], { env: serverEnv });
      const file = writeLines(directory, "mosquitto.conf", [
        "user root",
        "log_dest stderr",
        `listener ${port} 127.0.0.1`,
        "allow_anonymous false",
        `password_file ${users}`,
        "persistence true",
        `persistence_location ${data}/`,
        "max_queued_messages 0",
      ]);
      return { command: "mosquitto", args: ["-c", file], env: serverEnv };
    }),
};

const nats: BrokerKind = {
  name: "NATS",
  package: "nats-server",
  version: versionFrom("nats-server", ["--version"]),
  protocol: "3.1.1",
  sendsKeptToWildcards: true,
  start: () =>
    startBroker(async ({ directory, data, port }) => {
      const file = writeLines(directory, "nats.conf", [
        // MQTT is an addition to a server of NATS, whose own port nobody here uses.
        `listen: "127.0.0.1:${await freePort()}"`,
        'server_name: "player2mqtt"',
        `jetstream { store_dir: "${data}" }`,
        `mqtt { host: "127.0.0.1", port: ${port} }`,
        `authorization { user: "${login.username}", password: "${login.password}" }`,
      ]);
      return { command: "nats-server", args: ["-c", file], env: serverEnv };
    }),
};

const rabbit: BrokerKind = {
  name: "RabbitMQ",
  package: "rabbitmq-server",
  // Asking the server itself starts a virtual machine of its own; the package knows as well.
  version: versionFrom("dpkg-query", ["--show", "--showformat", "${Version}", "rabbitmq-server"]),
  protocol: "3.1.1",
  sendsKeptToWildcards: false,
  start: () => startBroker(prepareRabbit),
};

/** A node of its own: its name, its files, and its own epmd, the register of nodes that Erlang starts and leaves. */
async function prepareRabbit({ directory, data, port }: Place): Promise<Prepared> {
  const [amqp, distribution, epmd] = [await freePort(), await freePort(), await freePort()];
  writeLines(directory, "rabbitmq.conf", [
    `listeners.tcp.default = 127.0.0.1:${amqp}`,
    `mqtt.listeners.tcp.default = 127.0.0.1:${port}`,
    "mqtt.allow_anonymous = false",
    `default_user = ${login.username}`,
    `default_pass = ${login.password}`,
    "log.console = true",
    "log.file = false",
  ]);
  writeLines(directory, "enabled_plugins", ["[rabbitmq_mqtt]."]);
  const env = {
    ...serverEnv,
    // Where it puts its cookie.
    HOME: directory,
    ERL_EPMD_PORT: String(epmd),
    ERL_EPMD_ADDRESS: "127.0.0.1",
    RABBITMQ_NODENAME: `player2mqtt-${port}@localhost`,
    RABBITMQ_NODE_PORT: String(amqp),
    RABBITMQ_DIST_PORT: String(distribution),
    RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS: "-kernel inet_dist_use_interface {127,0,0,1}",
    RABBITMQ_MNESIA_BASE: data,
    RABBITMQ_LOG_BASE: directory,
    RABBITMQ_LOGS: "-",
    RABBITMQ_CONFIG_FILE: join(directory, "rabbitmq"),
    RABBITMQ_ENABLED_PLUGINS_FILE: join(directory, "enabled_plugins"),
    RABBITMQ_CONF_ENV_FILE: "/dev/null",
  };
  const cleanUp = (): void => {
    spawnSync("epmd", ["-kill"], { env });
  };
  return { command: rabbitServer, args: [], env, cleanUp };
}

export const kinds: readonly BrokerKind[] = [mosquitto, nats, rabbit];
