import type { Settings } from "./sections.ts";

const loopback = /^(localhost|127(\.\d{1,3}){3}|::1)$/i;

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
  const isOpen = mqtt.url === "" && !loopback.test(broker.host);
  if (isOpen && (mqtt.username === "" || mqtt.password === "")) {
    problems.push(
      `broker.host: "${broker.host}" opens the embedded broker to others, wanted mqtt.username and mqtt.password with it`,
    );
  }
  return problems;
}
