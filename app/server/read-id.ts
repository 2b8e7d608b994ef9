const ID = /^[a-z0-9_-]{1,60}$/i;

/** An id from a path, query or form. Text that cannot be an id becomes one that nothing has. */
export function readId(value: unknown): string {
  return typeof value === "string" && ID.test(value) ? value : "";
}
