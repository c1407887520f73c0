import { connectSmallMqtt } from "./small-mqtt.ts";

/* The floor of a snapshot: retained messages as fast as the broker takes them. */

const [port = "", base = "", players = "", leaves = "", bytes = ""] = process.argv.slice(2);
const mqtt = await connectSmallMqtt("127.0.0.1", Number(port));
const payload = "x".repeat(Number(bytes));
for (let player = 0; player < Number(players); player++) {
  for (let leaf = 0; leaf < Number(leaves); leaf++) {
    mqtt.publish(`${base}/p${player}/video/leaf-${leaf}`, payload);
  }
  if (mqtt.socket.writableNeedDrain) await new Promise((resolve) => mqtt.socket.once("drain", resolve));
}
process.on("disconnect", () => process.exit());
