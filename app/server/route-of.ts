/** A path for the log: ids and codes are cut off, so that no line can carry one. */
export function routeOf(pathname: string): string {
  return pathname
    .split("/")
    .slice(0, 4)
    .map((part) => (/\d/.test(part) || part.length > 30 ? ":id" : part))
    .join("/");
}
