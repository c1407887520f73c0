/** Placeholders for a hidden or missing address; Android reports the second one. */
const placeholders = new Set(["000000000000", "020000000000"]);

/** The twelve digits of a MAC address; undefined for one that is not unique to a device. */
export function digitsOfMac(mac: string): string | undefined {
  const digits = mac.toLowerCase().replaceAll(/[^0-9a-f]/g, "");
  if (!/^[0-9a-f]{12}$/.test(digits) || placeholders.has(digits)) return undefined;
  // An odd first byte marks a multicast address.
  return Number.parseInt(digits.slice(0, 2), 16) % 2 === 1 ? undefined : digits;
}

/** The usual spelling of a MAC address. */
export function formatMac(digits: string): string {
  return digits.replaceAll(/(..)(?=.)/g, "$1:");
}
