import { XMLParser, XMLValidator } from "fast-xml-parser";
import { DeviceError } from "../../core/errors.ts";
import { cutText } from "../../lib/cut-text.ts";
import { once } from "../../lib/once.ts";
import { isUnsafe, plainText } from "../../lib/plain-text.ts";
import { translatable } from "../../lib/phrase.ts";
import { cutQuery } from "./parse-json.ts";

export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string | undefined>>;
  readonly children: readonly XmlElement[];
  readonly text: string;
}

/** Twice the nesting of any known answer. */
const deepest = 12;
/** A hundred entries of a queue, the longest answer that is requested, have about three thousand. */
const maxMarks = 60_000;

const parser = once(
  () =>
    new XMLParser({
      preserveOrder: true,
      ignoreDeclaration: true,
      ignorePiTags: true,
      ignoreAttributes: false,
      attributeNamePrefix: "",
      parseTagValue: false,
      parseAttributeValue: false,
      htmlEntities: true,
    }),
);

/** Parses an answer. Throws DeviceError if it is no XML, or would take far more memory than it has bytes. */
export function parseXml(body: Buffer): XmlElement {
  const text = body
    .toString("utf8")
    .replace(/^\uFEFF/, "")
    .trim();
  const begin = JSON.stringify(cutText(text, 16));
  const refuse = (cause?: unknown): DeviceError =>
    new DeviceError(
      "malformed",
      translatable("answer.not-xml", "the answer is not XML: it begins with {begin}", { begin }),
      { cause },
    );
  // No player declares entities, and those of a bomb expand without end.
  if (!text.startsWith("<") || /^<(?:!doctype|html|h\d)\b/i.test(text) || /<!(?!--|\[CDATA\[)/.test(text))
    throw refuse();
  const excess = findExcess(body);
  if (excess !== undefined)
    throw new DeviceError("malformed", translatable("answer.excess", "the answer has {excess}", { excess }));
  if (XMLValidator.validate(text) !== true) throw refuse();
  let roots: readonly XmlElement[];
  try {
    roots = elementsOf(parser().parse(text) as readonly Ordered[]);
  } catch (error) {
    throw refuse(error);
  }
  const [root, ...others] = roots;
  if (root === undefined || others.length > 0) throw refuse();
  return root;
}

/** A list or a depth that would take much more memory than its bytes; both are counted without regard to their place. */
function findExcess(body: Buffer): string | undefined {
  let [marks, depth] = [0, 0];
  for (let at = 0; at < body.length; at++) {
    const byte = body[at];
    if (byte === 0x3c)
      depth += body[at + 1] === 0x2f ? -1 : body[at + 1] === 0x3f || body[at + 1] === 0x21 ? 0 : 1;
    else if (byte === 0x2f && body[at + 1] === 0x3e) depth -= 1;
    else if (byte !== 0x3d && byte !== 0x26) continue;
    marks += 1;
    if (marks > maxMarks) return `more than ${maxMarks} values`;
    if (depth > deepest) return `more than ${deepest} levels`;
  }
  return undefined;
}

/** An element as the parser returns it: its name with its content, `:@` with its attributes; or a text. */
type Ordered = Readonly<Record<string, readonly Ordered[] | Readonly<Record<string, string>> | string>>;

function elementsOf(list: readonly Ordered[]): readonly XmlElement[] {
  return list.flatMap((item) => {
    const name = Object.keys(item).find((key) => key !== ":@");
    const content = name === undefined ? undefined : item[name];
    if (name === undefined || !Array.isArray(content)) return [];
    const parts = content as readonly Ordered[];
    const text = parts.map((part) => (typeof part["#text"] === "string" ? part["#text"] : "")).join("");
    const attributes = Object.assign(Object.create(null), item[":@"]) as XmlElement["attributes"];
    return [{ name, attributes, children: elementsOf(parts), text }];
  });
}

export function childOf(element: XmlElement, name: string): XmlElement | undefined {
  return element.children.find((child) => child.name === name);
}

/** The text of the first child of this name; empty without one. */
export function textOf(element: XmlElement, name: string): string {
  return childOf(element, name)?.text.trim() ?? "";
}

/**
 * A text for people: plain, and without the query of an address, which may hold the id of an account, or its login. A stream
 * without a name of its own has its address as title.
 */
export function shownText(text: string): string {
  const plain = isUnsafe(text) ? plainText(text) : text;
  return cutQuery(plain.replaceAll(/(?<=:\/\/)[^\s/@]{1,500}@/g, ""));
}

/** The number in a text; undefined for anything else. */
export function numberIn(text: string | undefined): number | undefined {
  return text !== undefined && /^\s*-?\d{1,12}(?:\.\d{1,9})?\s*$/.test(text) ? Number(text) : undefined;
}
