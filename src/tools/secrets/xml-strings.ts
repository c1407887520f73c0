import type { JsonString } from "./json-strings.ts";

// A body may be cut anywhere: what is no complete tag is taken as text.
const piece = /<[/!?][^<>]*>?|<([^\s<>/!?]+)((?:"[^"]*"|'[^']*'|[^<>"'])*>?)|[^<]+/g;
const attribute = /([^\s=<>"'/]+)(\s*=\s*)("[^"]*"|'[^']*')/g;
const named: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/**
 * Rewrites the values of attributes and the texts of an XML text and keeps every other byte. The key of a value is the
 * name of its attribute, that of a text the name of the element before it.
 */
export function rewriteXml(text: string, rewriteString: (string: JsonString) => string): string {
  let key = "";
  const rewrite = (raw: string, of: string): string => {
    const value = decode(raw);
    const rewritten = rewriteString({ value, isKey: false, key: of });
    return rewritten === value ? raw : encode(rewritten);
  };
  return text.replace(piece, (found: string, tag: string | undefined, rest: string | undefined) => {
    if (tag !== undefined && rest !== undefined) {
      key = tag;
      const attributes = rest.replace(
        attribute,
        (_whole, name: string, equals: string, quoted: string) =>
          `${name}${equals}${quoted[0]}${rewrite(quoted.slice(1, -1), name)}${quoted[0]}`,
      );
      return `<${tag}${attributes}`;
    }
    return found.startsWith("<") || found.trim() === "" ? found : rewrite(found, key);
  });
}

function decode(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{1,8}));/gi, (whole, digits, hex, name: string) => {
    if (name !== undefined) return named[name.toLowerCase()] ?? whole;
    const code = digits === undefined ? Number.parseInt(hex as string, 16) : Number(digits);
    return code <= 0x10_ffff ? String.fromCodePoint(code) : whole;
  });
}

function encode(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
