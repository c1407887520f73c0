/** The port that every MQTT client assumes. */
export const defaultBrokerPort = 1883;

/** What to try against a demo: commands that work as they stand. */
export function demoHints(program: string, port: number): string[] {
  const isDefault = port === defaultBrokerPort;
  const url = isDefault ? "" : ` --mqtt.url=mqtt://127.0.0.1:${port}`;
  const clientPort = isDefault ? "" : ` -p ${port}`;
  return [
    `${program} set living-room output HDMI2${url}`,
    `mosquitto_pub${clientPort} -t player2mqtt/study/audio/input/set -m Television`,
    `mosquitto_sub${clientPort} -t 'player2mqtt/#' -v`,
  ];
}
