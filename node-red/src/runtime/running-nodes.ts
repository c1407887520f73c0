import type { Red, RedNode } from "./red.ts";

/** The nodes of this package that run now, config nodes as well. */
const running = new Set<RedNode>();

/** Lists a node until it is closed. */
export function enlist(node: RedNode): void {
  running.add(node);
  node.on("close", (_, done) => {
    running.delete(node);
    done();
  });
}

export function runningNodes(): readonly RedNode[] {
  return [...running];
}

/** The node that the editor knows by an id. In a subflow the editor has a template, and each instance has other ids. */
export function findRunning(red: Red, id: string): unknown {
  return red.nodes.getNode(id) ?? [...running].find(({ _alias }) => _alias === id);
}

/** A node that sees the same environment variables as one in the editor: itself, or another of its tab. */
export function findNeighbor(red: Red, id: string, tab: string): RedNode | undefined {
  const node = findRunning(red, id);
  return (node as RedNode | undefined) ?? [...running].find(({ z }) => z !== undefined && z === tab);
}

/** A setting as Node-RED reads it at a deploy: a whole `${NAME}` is the value of that environment variable. */
export function resolveSetting(red: Red, text: string, node: RedNode | undefined): string {
  const [, name] = /^\$\{(\S+)\}$/.exec(text) ?? [];
  const value = name === undefined || node === undefined ? undefined : red.util.getSetting(node, name);
  return String(value ?? text).trim();
}
