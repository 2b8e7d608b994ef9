type Routes = Record<string, PathRoute | undefined>;
type PathRoute = { id: string; parentId?: string; path?: string; index?: boolean };

/**
 * The routes that a path names exactly: directly below the root, without children, without parameters. Every other path is
 * for Remix to match: another letter case, a slash at the end, a path with an id in it.
 * @returns the route's id by its path
 */
export function plainRoutesOf(routes: Routes): Map<string, string> {
  const all = Object.values(routes).filter((route) => route !== undefined);
  const parents = new Set(all.map(({ parentId }) => parentId));
  const found = new Map<string, string>();
  const twice = new Set<string>();
  for (const { id, parentId, path = "" } of all) {
    if (parentId !== "root") continue;
    const at = `/${path}`;
    if (found.has(at)) twice.add(at);
    if (!parents.has(id) && /^[\w./-]*$/.test(path)) found.set(at, id);
  }
  for (const at of twice) found.delete(at);
  return found;
}
