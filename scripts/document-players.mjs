import { existsSync, readFileSync } from "node:fs";

/** The operations of the topics that follow from several resources. */
const sources = [
  [/^music\/(title|artist|album|format)$/, ["queue", "state"]],
  [/^music\/picture\//, ["state"]],
  [/^video\/(picture|backdrop)\//, ["filmArt"]],
  [/^power(\/options)?$/, ["power", "sendKey"]],
  [/^power/, ["power"]],
  [/^volume/, ["state", "videoVolume"]],
  [/^sound\//, ["state"]],
  [/^display\/show/, ["meterStyles", "spectrumStyles"]],
  [/^sleep$/, ["sleep"]],
  // It is there while something is under way.
  [/^note$/, []],
];

/** Topics of every player. */
const always = [
  "availability",
  "info",
  "description",
  "result",
  "preset/options",
  "preset/set",
  "announce/set",
  "refresh/set",
  "music/queue/get",
  "music/queue/page",
  "library/get",
  "library/page",
  "history",
  "watched",
  "played",
];

/**
 * What `about.json` of a make says: the heading of its column, what its players are, what captures of real ones show, its
 * limits, and what is known of single models.
 */
function textsOf(name) {
  const path = new URL(`../src/families/${name}/about.json`, import.meta.url);
  if (!existsSync(path)) throw new Error(`src/families/${name}/about.json is missing`);
  return JSON.parse(readFileSync(path, "utf8"));
}

/** What is known of single models, and from where. */
const models = `| model | what is known | from |
|---|---|---|
| Eversolo DMP-A8 Gen 2 | music player: what it plays, inputs, outputs, power, display, sound and settings in captures; every address that a public integration sends was tried on one | [ha-eversolo](https://github.com/tmeynell/ha-eversolo) |
| Eversolo DMP-A6 | music player (firmware 1.5.90): has no operation that adds to a queue, and \`openFile\` refuses addresses | an owner's survey |
| Zidoo, models not named | film players: a playing film, music from a file, keys, library | [zidoo-player](https://github.com/wizmo2/zidoo-player), [integration-zidoo](https://github.com/albaintor/integration-zidoo) |
| Zidoo UHD8000 | film player: standby by its key | an owner |
| other Zidoo and Eversolo | the same API; not captured | public integrations |
`;

const otherModels = `| others that speak an API of these | may work: \`device.pathPrefix\` names the first word of their paths if it is not found | |
`;

/** The text of docs/players.md, from the table of operations and the table of controls. */
export function documentPlayers({
  certainties,
  choiceLists,
  controls,
  controlTitle,
  families,
  operations,
  oldPreset,
  resources,
  settingLeaves,
}) {
  const zidoo = families.find(({ name }) => name === "zidoo");
  const others = families
    .filter((family) => family !== zidoo)
    .map((family) => ({ family, texts: textsOf(family.name) }));
  const seen = resources.resourceNames.map((name) => {
    return [
      capitalized(resources.resourceTitle(name).text),
      ...cellsOf([resources.publicNameOf(name)]),
      ...others.map((one) => certaintyAt(one, one.family.resources.includes(name), name)),
    ];
  });
  const set = Object.entries(controls).map(([name, control]) => {
    const all = [
      ...cellsOf(control.operations),
      ...others.map((one) => certaintyAt(one, isSetAt(one, control))),
    ];
    return [controlTitle(name), ...all.map((cell) => cell || (name === "sleep" ? "by the bridge" : ""))];
  });
  const titles = others.map(({ texts }) => ` ${texts.title} |`).join("");
  return `# What each player can do

Generated from the tables of operations and controls by \`npm run docs\`.

## Does it work with my model

The bridge does not rely on model names. It asks each player for each group of operations, and \`player2mqtt check\` prints what was found.
\`families\` and \`controls\` in \`<id>/info\` say the same.

${models}${others.flatMap(({ texts }) => texts.models.map((cells) => `| ${cells.join(" | ")} |\n`)).join("")}${otherModels}
The bridge is tested with simulated players alone, which are checked against these captures. If yours does something else than listed, please
attach a [recording](recording.md) to a report.

A *film player* plays films and music, such as those of Zidoo; a *music player* music only, such as those of Eversolo;
${others.map(({ texts }) => `a *${texts.title}* is ${texts.about}`).join("; ")}.

## What is shown

| | film player | music player |${titles}
|---|---|---|${others.map(() => "---|").join("")}
${grouped(seen, ([deed, ...cells]) => [deed, cells])}
## What can be set

| | film player | music player |${titles}
|---|---|---|${others.map(() => "---|").join("")}
${grouped(set, ([deed, ...cells]) => [deed, cells])}
| certainty | |
|---|---|
| specified | in the maker's specification |
| high | a capture of a real player, or several implementations agree |
| medium | one working implementation |
| low | one mention; used only with \`controls.experimental\` |
| unverified | from the maker's documentation and reports of others, tested with a simulated player; no capture shows it |

- *(1)* Only if the player reports a volume; many film players do not.
- *(2)* Only for players with a display, or with these settings of the sound.
- A player has no entity in Home Assistant for what it does not support, and is not asked for it again until \`refresh/set\`; for what it only refuses, after ten minutes.
${others.map(({ texts }) => `- ${texts.limits}\n`).join("")}\
- [The API of the player](dev/player-api.md) lists each operation, and how to override its path for another firmware. Whatever is sent, the bridge
  reads back whether it had an effect.

## Topics by model

Topics below \`<base>/<id>\`, and how certain the operation behind them is. An *old film player* is one like \`player2mqtt simulate --preset
old\`; one like \`older\` also has [its music](dev/player-api.md#music-of-old-film-players). [Topics](topics.md) describes the payloads.

| topics | film player | music player | old film player |${titles}
|---|---|---|---|${others.map(() => "---|").join("")}
${grouped(topics(), ([topic, ...cells]) => [topic, cells])}
*(3)* Only if the setting that the topic belongs to is on: \`publish.pictures\`, \`publish.settings\`, \`queue.publish\`, \`library.enabled\`
or \`controls.raw\`.
`;

  function isToldBy({ extraTopics }, leaf) {
    return !resources.extraLeaves.includes(leaf) || extraTopics.includes(leaf);
  }

  /** The topics that are published, then those that are set. */
  function topics() {
    const published = resources.resourceNames.flatMap((name) =>
      Object.keys(resources.resourceOf(name).topics).map((leaf) => {
        const without = resources.resourceOf(name).ifUnsupported?.[leaf];
        const names = isToldBy(zidoo, leaf) ? [resources.publicNameOf(name)] : [];
        return [leaf, names, [], without === undefined ? "" : `says \`${without}\``];
      }),
    );
    const known = new Set([...always, ...published.map(([leaf]) => leaf)]);
    const combined = resources.resourceLeaves
      .filter((leaf) => !known.has(leaf))
      .map((leaf) => [leaf, sourceOf(leaf)]);
    const pages = [["music/queue/pages/<n>", ["queue"]]];
    const settings = settingLeaves("<tag>").map((leaf) => [leaf, ["settings"]]);
    const set = Object.entries(controls).map(([name, control]) => [
      `${name}/set`,
      control.operations.filter((operation) => operation !== "wake" && operation !== "switchPlug"),
      // One without power options has keys.
      name === "power" ? [] : control.resources.map((resource) => resources.publicNameOf(resource)),
      name === "sleep" ? "by the bridge" : "",
    ]);
    return [
      ...always.map((leaf) => [
        `\`${leaf}\`${isSwitchedOn(leaf) ? " *(3)*" : ""}`,
        "yes",
        "yes",
        "yes",
        ...others.map((one) =>
          leaf.startsWith("library") ? certaintyAt(one, one.family.browses.length > 0) : "yes",
        ),
      ]),
      ...[...published, ...pages, ...combined, ...settings, ...set].map(
        ([leaf, names, needed = [], without = ""]) => [
          `\`${leaf}\`${isSwitchedOn(leaf) ? " *(3)*" : ""}`,
          ...["film", "music", "old"].map((model) => sureOf(model, names, needed) || without),
          ...others.map((one) => sureAt(one, leaf, names) || without),
        ],
      ),
    ];
  }

  function sourceOf(leaf) {
    const [, names] = sources.find(([pattern]) => pattern.test(leaf)) ?? [];
    if (names === undefined) throw new Error(`scripts/document-players.mjs has no source for ${leaf}`);
    return names;
  }

  function isSwitchedOn(leaf) {
    return /\/(data|type)$|^settings\b|\/pages\/|^library\/(get|page)|^raw\//.test(leaf);
  }

  function certaintyOf(name) {
    // The renderer has an interface of its own, and the packet that wakes a player is part of none.
    return name === "renderStream" ? "medium" : (operations[name]?.sure ?? "high");
  }

  function leastSure(names) {
    return certainties.findLast((sure) => names.some((name) => certaintyOf(name) === sure));
  }

  /** The least certain of these operations that a model has; empty if it has none, or nothing that they need. */
  function sureOf(model, names, needed) {
    const own = names.filter((name) => has(model, name));
    if (own.length === 0 || (needed.length > 0 && !needed.some((name) => has(model, name)))) return "";
    return leastSure(own);
  }

  function has(model, name) {
    if (name === "renderStream") return model === "music";
    if (name === "getPath") return true;
    if (operations[name] === undefined) return false;
    if (name === "openAddress" && model === "music") return false;
    const { path } = operations[name];
    const isFilm = /VideoPlay|Poster|changeVolume/.test(path);
    if (model === "music") return !isFilm;
    if (isOfMusicModels(name)) return false;
    const isLacked =
      oldPreset.lacks.includes(path.split("/").at(-1)) || /changeVolume|^\/SystemSettings/.test(path);
    return model === "film" || !isLacked;
  }

  /** Whether it belongs to the display or the sound settings, which film players lack. */
  function isOfMusicModels(name) {
    const isListed = Object.entries(choiceLists).some(([list, { setter }]) => [list, setter].includes(name));
    return isListed || /Settings\/\w+Settings\/|VUDisplay|DSP/.test(operations[name]?.path ?? "");
  }

  /** Whether a player of another family has it, and whether a capture shows that. */
  function certaintyAt({ texts }, isHad, name) {
    if (!isHad) return "";
    return texts.captured.includes(name) ? "yes" : "unverified";
  }

  function isSetAt({ family }, control) {
    // Some do it by a call of their own, or not all of it.
    const enough = new Set([control.operations[0], "playStream", "playServiceItem"]);
    return (
      control.operations.some(
        (name) => enough.has(name) && (family.calls.includes(name) || name === "getPath"),
      ) &&
      (control.resources.length === 0 || control.resources.some((name) => family.resources.includes(name)))
    );
  }

  function sureAt(one, leaf, names) {
    const control = controls[leaf.replace(/\/set$/, "")];
    if (leaf.endsWith("/set") && control !== undefined) return certaintyAt(one, isSetAt(one, control));
    if (!isToldBy(one.family, leaf)) return "";
    // Zidoo's players tell it by other means.
    if (!isToldBy(zidoo, leaf)) return "unverified";
    const own = names.map((name) => resources.resourceNamed(name) ?? name);
    const had = own.find((name) => one.family.resources.includes(name));
    return certaintyAt(one, had !== undefined, had);
  }

  /** Whether film and music players have something that these operations read or do. */
  function cellsOf(all) {
    const names = all.filter(
      (name) => operations[name] !== undefined || ["wake", "switchPlug", "getPath"].includes(name),
    );
    if (names.length === 0) return ["", ""];
    const paths = names.map((name) => operations[name]?.path ?? "");
    const isFilm =
      paths.every((path) => path.includes("/{p}VideoPlay/")) || ["videoVolume", "filmArt"].includes(names[0]);
    const isSetting = names.some(isOfMusicModels);
    const hasVolume = names.some((name) => /^set(Volume|Mute)$/.test(name));
    const sure = `${leastSure(names)}${hasVolume ? " *(1)*" : ""}`;
    return [isSetting ? "" : sure, isFilm ? "" : isSetting ? `${sure} *(2)*` : sure];
  }
}

function capitalized(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** One line for all rows with the same cells, of which one says something: the names of them, then the cells. */
function grouped(rows, parts) {
  const groups = new Map();
  for (const row of rows) {
    const [name, cells] = parts(row);
    const rest = cells.join(" | ");
    if (cells.every((cell) => cell === "")) continue;
    groups.set(rest, [...(groups.get(rest) ?? []), name]);
  }
  return Array.from(groups, ([rest, names]) => `| ${names.join(", ")} | ${rest} |\n`).join("");
}
