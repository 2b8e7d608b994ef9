/** A path for the log, without ids and codes. */
export function routeOf(pathname: string): string {
  return pathname
    .split("/")
    .slice(0, 4)
    .map((part) => (/\d/.test(part) || part.length > 30 ? ":id" : part))
    .join("/");
}
