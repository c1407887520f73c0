import { networkInterfaces } from "node:os";

/** Whether this machine has an IPv6 loopback; many containers have none. */
export const hasIpv6 = Object.values(networkInterfaces()).some((addresses) =>
  addresses?.some(({ address }) => address === "::1"),
);

if (!hasIpv6) console.info("tests that listen on ::1 are skipped: this machine has no IPv6");
