// Home Assistant renders these with Jinja2. It trims the result, takes "None" as unknown, and logs a warning for each
// read of an undefined variable: hence the guards. Every template renders an empty payload as unknown: the broker does
// not keep it, so a Home Assistant that starts later finds no message there and must show the same.

/** The longest state that Home Assistant stores. */
export const longestState = 255;

const object = "{% set o = value_json if value_json is defined and value_json is mapping else {} %}";

/** The last step of every text: truncated with an ellipsis, unknown when empty. */
const cut = `{{ "None" if t == "" else t if t | length <= ${longestState} else t[:${longestState - 1}] ~ "…" }}`;

export const textState = `{% set t = value | trim %}${cut}`;

export const numberState = '{{ value or "None" }}';

export function wordState(words: readonly string[]): string {
  return `{{ value if value in ${JSON.stringify(words)} else "None" }}`;
}

export function fieldState(field: string): string {
  return `${object}{% set t = o.${field} | default("") | string | trim %}${cut}`;
}

/** A frequency in a JSON object, such as "192000 Hz", "192000" or "44.1 kHz", in kHz. */
export function rateState(field: string): string {
  return (
    `${object}{% set t = o.${field} | default("", true) | string | lower %}` +
    '{% set n = t | replace("hz", "") | replace("k", "") | trim | float(0) %}' +
    '{{ "None" if n <= 0 else n if "k" in t else n / 1000 }}'
  );
}

export function linesState(field: string): string {
  return `${object}{% set t = o.${field} | default([], true) | map("string") | join(", ") | trim %}${cut}`;
}

/** The format of a track or an output in one text, such as `FLAC 96 kHz 24 bit`, as far as it is known. */
export const formatState =
  `${object}{% set c = o.codec | default(o.extension | default(o.format | default("", true), true), true) | string | upper %}` +
  "{% set n = o.sampleRateHz | default(0, true) | float(0) / 1000 %}" +
  '{% set b = o.bits | default("", true) | string | lower | replace("bits", "") | replace("bit", "") | trim %}' +
  '{% set r = (n | round(1) | string).removesuffix(".0") ~ " kHz" if n > 0 else "" %}' +
  `{% set t = [c, r, b ~ " bit" if b else ""] | select | join(" ") | trim %}${cut}`;

/** What is done to the sound, such as `DSP (Night), EQ`; "none" where each step is known to be off. */
export const processingState =
  `${object}{% set p = o.profile | default("", true) | string %}` +
  '{% set a = ["DSP" ~ (" (" ~ p ~ ")" if p else "") if o.dsp is true else "", "EQ" if o.eq is true else "",' +
  ' "Subwoofer" if o.subwoofer is true else ""] | select | list %}' +
  "{% set k = o.dsp is defined and o.eq is defined and o.subwoofer is defined %}" +
  `{% set t = a | join(", ") if a else "none" if k else "" %}${cut}`;

export function flagState(field: string): string {
  return `${object}{{ "None" if o.${field} is not defined else "ON" if o.${field} else "OFF" }}`;
}

/** The number of players of the bridge; a bridge with several info pages counts them. */
export const playersState = `${object}{{ o.playersCount if o.playersCount is defined else (o.players | length if o.players is defined else "None") }}`;

/** The number of online players in a health report; unknown if the report has no room for the players. */
export const onlineState = `${object}{{ o.players.values() | selectattr("availability", "eq", "online") | list | length if o.players is defined else "None" }}`;

export const roleState = `${object}{{ o.role | default("None", true) }}`;

export const membersAttributes = `${object}{{ {"primary": o.primary | default("", true), "members": o.members | default([], true)} | to_json }}`;

/** The whole text as an attribute, since a long state is truncated. */
export function textAttributes(name: string): string {
  return `{{ {"${name}": value[:2000]} | to_json }}`;
}

export function linesAttributes(field: string, name: string): string {
  return `${object}{{ {"${name}": (o.${field} | default([], true) | map("string") | map("truncate", 200, true, "…", 0) | list)[:12]} | to_json }}`;
}

// The recorder drops all attributes if they exceed 16,384 bytes. 40 texts of 60 characters stay below that even at six
// bytes for each character.
const maxEntries = 40;
const short = 'truncate(60, true, "…", 0)';

/** The start of the window in the list `all`; the focus is already relative to the list. */
const windowStart = `{% set lo = [0, [focus - 8, all | length - ${maxEntries}] | min] | max %}`;

export const playlistAttributes =
  `${object}{% set all = o.playlist | default([], true) %}{% set offset = o.start | default(0, true) %}` +
  `{% set now = o.currentIndex | default(-1) %}{% set focus = now - offset %}${windowStart}` +
  `{% set ns = namespace(titles=[]) %}{% for e in all[lo:lo + ${maxEntries}] %}` +
  `{% set ns.titles = ns.titles + [e.title | default("", true) | string | ${short}] %}{% endfor %}` +
  '{{ {"current_index": now, "first_index": offset + lo, "titles": ns.titles} | to_json }}';

/** The tracks of a queue around the current one, each as "artist – title". */
export const queueAttributes =
  `${object}{% set all = o.entries | default([], true) %}{% set first = all[0].position if all else 0 %}` +
  `{% set now = o.current | default(-1, true) %}{% set focus = now - first %}${windowStart}` +
  `{% set ns = namespace(tracks=[]) %}{% for e in all[lo:lo + ${maxEntries}] %}` +
  '{% set by = e.artist | default("", true) | string %}{% set t = e.title | default("", true) | string %}' +
  `{% set ns.tracks = ns.tracks + [(by ~ " – " ~ t if by else t) | ${short}] %}{% endfor %}` +
  '{{ {"current_index": o.current | default(none), "first_index": first + lo, "tracks": ns.tracks} | to_json }}';

/** The names of the bridge's players, as far as the first info page lists them. */
export const playersAttributes = `${object}{{ {"players": (o.players | default([], true) | selectattr("name", "defined") | map(attribute="name") | map("string") | map("truncate", 60, true, "…", 0) | list)[:${maxEntries}]} | to_json }}`;

const outcomeFields = ["command", "request", "tag", "reason", "transaction"]
  .map((field) => `"${field}": (o.${field} | default("", true) | string)[:250]`)
  .join(", ");

export function outcomeState(kinds: readonly string[]): string {
  return `${object}{{ o.outcome if o.outcome | default("") in ${JSON.stringify(kinds)} else "None" }}`;
}

export const outcomeAttributes = `${object}{{ {${outcomeFields}} | to_json }}`;

/** What was watched, with all its fields as attributes. */
export const watchedEvent = `${object}{{ dict(o, event_type=o.kind) | to_json if o.kind is defined else "None" }}`;

export const playedEvent = `${object}{{ dict(o, event_type="played") | to_json if o.title is defined else "None" }}`;

export const outcomeEvent = `${object}{{ {"event_type": o.outcome, ${outcomeFields}} | to_json if o.outcome is defined else "None" }}`;
