import {
  type Alias,
  type Document,
  isAlias,
  isNode,
  type Node,
  visit,
  type YAMLMap,
  type YAMLSeq,
} from "yaml";

/**
 * The child of a collection, as a node that can be changed alone: an alias becomes a copy of what it refers to, and
 * aliases of the collection itself become copies of its state before the change.
 */
export function ownChild(
  document: Document,
  parent: YAMLMap | YAMLSeq,
  key: string | number,
): Node | undefined {
  if (parent.anchor !== undefined) expandAliasesOf(document, new Set([parent]));
  const child: unknown = parent.get(key, true);
  if (isAlias(child)) {
    const copy = copyOf(document, child);
    parent.set(key, copy);
    return copy;
  }
  return isNode(child) ? child : undefined;
}

/** Turns aliases of a node and of everything in it into copies, so that the node can be changed or removed. */
export function expandAliasesInto(document: Document, node: Node): void {
  const anchored = new Set<Node>();
  visit(node, {
    Node: (_key, inner) => {
      if (!isAlias(inner) && inner.anchor !== undefined) anchored.add(inner);
    },
  });
  if (anchored.size > 0) expandAliasesOf(document, anchored);
}

function expandAliasesOf(document: Document, sources: ReadonlySet<Node>): void {
  visit(document, {
    // The copy is visited next, since it may contain aliases, too.
    Alias: (_key, alias) => {
      const source = alias.resolve(document);
      return source !== undefined && sources.has(source) ? copyOf(document, alias) : undefined;
    },
  });
  for (const source of sources) if (!isAlias(source)) delete source.anchor;
}

function copyOf(document: Document, alias: Alias): Node {
  const source = alias.resolve(document);
  if (source === undefined) return alias;
  // The type of a clone is that of any node.
  const copy = source.clone() as Node;
  visit(copy, {
    Node: (_key, node) => {
      if (!isAlias(node)) delete node.anchor;
    },
  });
  return copy;
}
