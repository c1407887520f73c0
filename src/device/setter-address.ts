/** Setters have these words in front, in the spelling of some firmware. */
const setting = /^(?:set|chang)/i;

/** A setter of a settings page that must never be called, whatever the player says it is for. */
const dangerous =
  /reset|factory|restore|erase|format|delete|clear|wipe|network|wifi|wlan|ethernet|proxy|dns|dhcp|update|upgrade|(?<!r)ota|firmware|passw|pin(?:code)?$|account|login|logout|power|reboot|shutdown|boot|root|adb|telnet|ssh|install|uninstall/i;

/**
 * The path and query under which the player says that a value is set, without the parameter for the value; empty for
 * one that is not certainly a harmless setter of this player.
 */
export function setterAddress(told: string | undefined, origin: string, parameter = "index"): string {
  if (told === undefined || told.trim() === "" || !URL.canParse(told.trim(), origin)) return "";
  const url = new URL(told.trim(), origin);
  if (url.origin !== new URL(origin).origin || url.hash !== "") return "";
  const { pathname, searchParams } = url;
  const name = /^\/SystemSettings(?:\/\w+){1,4}$/.test(pathname) ? (pathname.split("/").at(-1) ?? "") : "";
  if (!setting.test(name) || dangerous.test(`${pathname}?${searchParams.toString()}`)) return "";
  searchParams.delete(parameter);
  const query = searchParams.toString();
  return query === "" ? pathname : `${pathname}?${query}`;
}
