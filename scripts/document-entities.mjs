const kinds = ["Of the configuration", "Diagnostic", "Disabled until you enable them on the device page"];

/** docs/home-assistant.md with the entities of the code: a table of those that people use, and lists of the others. */
export function documentEntities(text, { playerEntities, bridgeEntities, entityName }) {
  const blockOf = (entities, owner, topic) => {
    const rows = entities
      .filter((entity) => kindOf(entity) === undefined)
      .map((entity) => {
        const source = entity.state === undefined ? "" : `\`${topic}/${entity.state.leaf}\``;
        return `| ${entityName(entity, "en")} | ${idOf(entity, owner)} | ${source} |\n`;
      });
    const lists = kinds.flatMap((kind) => {
      const names = entities.filter((entity) => kindOf(entity) === kind).map((one) => idOf(one, owner));
      return names.length === 0 ? [] : [`\n${kind}: ${names.join(", ")}.\n`];
    });
    return `| name | entity | from |\n|---|---|---|\n${rows.join("")}${lists.join("")}`;
  };
  const blocks = {
    "entities of a player": blockOf(playerEntities, "living_room", "<id>"),
    "entities of the bridge": blockOf(bridgeEntities, "player2mqtt", "bridge"),
  };
  return text.replaceAll(
    /(<!-- (entities of .*) -->\n)[^]*?(<!-- end -->)/g,
    (_, start, name, end) => `${start}\n${blocks[name]}\n${end}`,
  );
}

function kindOf({ isConfiguration, isDiagnostic, isDisabledByDefault }) {
  return kinds[[isConfiguration, isDiagnostic, isDisabledByDefault].lastIndexOf(true)];
}

function idOf({ platform, key }, owner) {
  return `\`${platform}.${owner}_${key}\``;
}
