import { isLoopback } from "../lib/loopback.ts";
import type { Settings } from "./sections.ts";

/** What is wrong between settings that are each right. */
export function findConflicts({ mqtt, broker }: Pick<Settings, "mqtt" | "broker">): string[] {
  const problems: string[] = [];
  if ((mqtt.cert === "") !== (mqtt.key === "")) {
    problems.push("mqtt.cert, mqtt.key: one is given without the other, wanted both or neither");
  }
  if (mqtt.password !== "" && mqtt.username === "") {
    problems.push(
      "mqtt.password: is given without mqtt.username, wanted both: MQTT 3.1.1 knows no password alone",
    );
  }
  const isOpen = mqtt.url === "" && !isLoopback(broker.host);
  if (isOpen && (mqtt.username === "" || mqtt.password === "")) {
    problems.push(
      `broker.host: "${broker.host}" opens the embedded broker to others, wanted mqtt.username and mqtt.password with it`,
    );
  }
  return problems;
}
