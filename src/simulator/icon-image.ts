import { Buffer } from "node:buffer";

/** A small picture whose colour follows from its name, with a ring when it is the selected one. */
export function iconImage(name: string): string {
  const hue = Buffer.from(name).reduce((sum, byte) => (sum * 31 + byte) % 360, 7);
  const ring = name.includes("_select.") ? ' stroke="#fff" stroke-width="3"' : "";
  const circle = `<circle cx="16" cy="16" r="12" fill="hsl(${hue} 60% 45%)"${ring}/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${circle}</svg>`;
}
