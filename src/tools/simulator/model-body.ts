import type { Identity } from "./preset.ts";

/** What getModel answers. */
export function modelBody({ name, model, mac, firmware }: Identity): object {
  return {
    status: 200,
    model,
    disModel: model,
    deviceName: name,
    net_mac: mac,
    wif_mac: mac.replace(/^02/, "06"),
    duuid: mac,
    firmware,
    language: "en",
    ableRemoteBoot: true,
    ableRemoteShutdown: true,
    ableRemoteReboot: true,
    ableRemoteSleep: false,
  };
}
