/** What people read: the words of a log line, of a reason, of an error. Another word there is no bug. */
const tellers = new Set(["message", "debug", "info", "warn", "error"]);

export const strykerPlugins = [
  {
    kind: "Ignore",
    name: "messages",
    value: {
      shouldIgnore(path) {
        if (path.isNewExpression()) {
          const { callee } = path.node;
          return callee.type === "Identifier" && callee.name.endsWith("Error")
            ? "the words of an error"
            : undefined;
        }
        if (!path.isCallExpression()) return undefined;
        const { callee } = path.node;
        const name = callee.type === "MemberExpression" ? callee.property.name : callee.name;
        return tellers.has(name) ? "words for people" : undefined;
      },
    },
  },
];
