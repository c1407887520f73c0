/** Half a surrogate pair cannot be percent-encoded; what UTF-8 makes of it can. */
export function wellFormed(text: string): string {
  return text.replace(/\p{Cs}/gu, "\ufffd");
}
