/** What systems say that hide the address, or have none; Android's is the second. */
const placeholders = new Set(["000000000000", "020000000000"]);

/** The twelve digits of a network card's address; undefined for one that is no player's own. */
export function digitsOfMac(mac: string): string | undefined {
  const digits = mac.toLowerCase().replaceAll(/[^0-9a-f]/g, "");
  if (!/^[0-9a-f]{12}$/.test(digits) || placeholders.has(digits)) return undefined;
  // An odd first byte is an address of many.
  return Number.parseInt(digits.slice(0, 2), 16) % 2 === 1 ? undefined : digits;
}

/** The same address as people write it. */
export function spellMac(digits: string): string {
  return digits.replaceAll(/(..)(?=.)/g, "$1:");
}
