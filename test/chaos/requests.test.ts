import { expect, it } from "vitest";
import { Requests } from "./requests.ts";

const reboot = { target: "power", request: "reboot" } as const;

it("takes the key of a remote control for a reboot, once, and no other key", () => {
  const requests = new Requests(() => 0);
  const press = (key: string): void =>
    requests.note("loose", { operation: "sendkey", query: new URLSearchParams({ key }) });
  requests.allow("loose", reboot, performance.now());
  press("Key.PowerOn.Poweroff");
  expect(requests.strange).toHaveLength(1);
  expect(requests.hasAsked("loose", reboot, 0)).toBe(false);
  press("Key.PowerOn.Reboot");
  expect(requests.strange).toHaveLength(1);
  expect(requests.hasAsked("loose", reboot, 0)).toBe(true);
  press("Key.PowerOn.Reboot");
  expect(requests.strange).toHaveLength(2);
});
