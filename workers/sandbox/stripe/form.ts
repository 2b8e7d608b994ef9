// Stripe's form encoding: a[b][0][c]=x, brackets plain or percent-encoded, `[]` to append.

export type FormNode = string | Map<string, FormNode>;

export function parseForm(encoded: string): Map<string, FormNode> {
  const root = new Map<string, FormNode>();
  for (const [name, value] of new URLSearchParams(encoded)) place(root, segments(name), value);
  return root;
}

function segments(name: string): string[] {
  const open = name.indexOf("[");
  if (open <= 0) return [name];
  const rest = name.slice(open);
  if (!/^(\[[^[\]]*\])+$/.test(rest)) return [name];
  return [name.slice(0, open), ...rest.slice(1, -1).split("][")];
}

function place(root: Map<string, FormNode>, path: string[], value: string): void {
  let node = root;
  path.forEach((segment, depth) => {
    const last = depth === path.length - 1;
    // `a[]` is the next element, `a[][b]` belongs to the latest one.
    const key = segment !== "" || depth === 0 ? segment : String(last ? node.size : Math.max(0, node.size - 1));
    if (last) {
      node.set(key, value);
      return;
    }
    const child = node.get(key);
    const branch = child instanceof Map ? child : new Map<string, FormNode>();
    node.set(key, branch);
    node = branch;
  });
}

/** The same parameters in another order are the same request. */
export function canonicalForm(node: FormNode): unknown {
  if (typeof node === "string") return node;
  return [...node.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, child]) => [key, canonicalForm(child)]);
}
