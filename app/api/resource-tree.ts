/** The resources of /v1 by their paths, as a tree of segments: a look-up costs the length of the path, however many there are. */
type Node<T> = {
  fixed: Map<string, Node<T>>;
  any: { name: string; node: Node<T> } | null;
  resource: T | null;
};
export type FoundResource<T> = { resource: T; params: Record<string, string> };

const newNode = <T>(): Node<T> => ({ fixed: new Map(), any: null, resource: null });

/**
 * Finds what stands at a path such as `/v1/devices/7`: a fixed name wins over `{any}`, names in it are decoded, one slash
 * at the end is none. Null for what nobody declared. Throws at once when two resources claim one path.
 */
export function resourceTree<T extends { path: string }>(
  resources: readonly T[],
): (pathname: string) => FoundResource<T> | null {
  const root = newNode<T>();
  for (const resource of resources) {
    let node = root;
    for (const segment of resource.path.slice(1).split("/"))
      node = /^\{\w+\}$/.test(segment)
        ? anyOf(node, segment.slice(1, -1), resource.path)
        : fixedOf(node, segment);
    if (node.resource) throw new Error(`${resource.path} is declared twice`);
    node.resource = resource;
  }
  return (pathname) => {
    const segments = decoded(pathname.replace(/\/$/, "").slice(1).split("/"));
    return segments && find(root, segments, 0, {});
  };
}

/** Null when a name is not valid percent-encoding, or empty. */
function decoded(segments: readonly string[]): string[] | null {
  try {
    const names = segments.map(decodeURIComponent);
    return names.includes("") ? null : names;
  } catch {
    return null;
  }
}

function fixedOf<T>(node: Node<T>, segment: string): Node<T> {
  const known = node.fixed.get(segment) ?? newNode<T>();
  node.fixed.set(segment, known);
  return known;
}

function anyOf<T>(node: Node<T>, name: string, path: string): Node<T> {
  node.any ??= { name, node: newNode<T>() };
  if (node.any.name !== name)
    throw new Error(`${path}: {${name}} is {${node.any.name}} in other paths`);
  return node.any.node;
}

function find<T>(
  node: Node<T>,
  segments: readonly string[],
  at: number,
  params: Record<string, string>,
): FoundResource<T> | null {
  const segment = segments[at];
  if (segment === undefined) return node.resource && { resource: node.resource, params };
  const fixed = node.fixed.get(segment);
  const found = fixed ? find(fixed, segments, at + 1, params) : null;
  if (found || !node.any) return found;
  return find(node.any.node, segments, at + 1, { ...params, [node.any.name]: segment });
}
