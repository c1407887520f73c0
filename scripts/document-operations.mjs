/** docs/dev/player-api.md with the reads and calls of the first make as the code declares them. */
export function documentOperations(text, { operations, resources, controls }) {
  const rows = (kind, last) =>
    Object.entries(operations)
      .filter(([, operation]) => operation.kind === kind)
      .map(([name, { path, sure }]) => `| \`${name}\` | \`${path}\` | ${sure} | ${last(name)} |\n`)
      .join("");
  const when = (name) => {
    const { readOn, hasSchedule } = resources.resourceOf(resources.resourceNamed(name));
    return readOn === "film" ? "with each film" : hasSchedule ? `\`poll.${name}\`` : "online";
  };
  const topics = (name) =>
    Object.entries(controls)
      .filter(([, control]) => control.operations.includes(name))
      .map(([control]) => `\`${control}/set\``)
      .join(", ");
  return [
    ["when", rows("reads", when)],
    ["set by", rows("acts", topics)],
  ].reduce(
    (document, [last, table]) =>
      document.replace(
        new RegExp(`(\\| name \\| path \\| sure \\| ${last} \\|\n\\|[-|]+\n)(?:\\|.*\n)*`),
        (_, head) => head + table,
      ),
    text,
  );
}
