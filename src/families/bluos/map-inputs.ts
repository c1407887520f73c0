import { plainText } from "../../lib/plain-text.ts";
import { pictureIn } from "./map-status.ts";
import type { XmlElement } from "../http/xml.ts";

export interface Input {
  /** Its type and its number, such as `arc-1`; else its id, else its address. */
  readonly tag: string;
  readonly name: string;
  readonly icon: string;
  readonly request: string;
  /** Its address, by which it is recognized while it opens. */
  readonly url: string;
}

/** What an input without a name is called, by its type. */
const typeNames = new Map([
  ["aesebu", "AES/EBU"],
  ["analog", "Analog"],
  ["arc", "HDMI ARC"],
  ["balanced", "Balanced"],
  ["bluetooth", "Bluetooth"],
  ["coax", "Coaxial"],
  ["computer", "Computer"],
  ["earc", "HDMI eARC"],
  ["microphone", "Microphone"],
  ["phono", "Phono"],
  ["spdif", "S/PDIF"],
]);

/** The visible inputs. Some have no name, some no number; a hub lists those of other players below it. */
export function inputsOf(root: XmlElement, origin: string): readonly Input[] {
  const items = root.children.flatMap((child) => (child.name === "category" ? child.children : [child]));
  return items
    .filter(({ name }) => name === "item" || name === "remoteitem")
    .flatMap(({ attributes }) => {
      const {
        typeIndex = "",
        id = "",
        inputType = "",
        text = "",
        image = "",
        URL: encoded = "",
      } = attributes;
      const url = decoded(encoded);
      const tag = typeIndex || id || url;
      if (tag === "" || (typeIndex === "" && url === "")) return [];
      const request =
        typeIndex === ""
          ? `/Play?url=${encodeURIComponent(url)}`
          : `/Play?inputTypeIndex=${encodeURIComponent(typeIndex)}`;
      const name = plainText(text) || typeNames.get(inputType) || inputType || tag;
      return [{ tag, name, icon: pictureIn(image, origin), request, url }];
    });
}

/** Addresses are percent-encoded once. */
function decoded(url: string): string {
  try {
    return decodeURIComponent(url);
  } catch {
    return "";
  }
}
