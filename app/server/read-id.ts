const ID = /^[a-z0-9_-]{1,60}$/i;

/** An id from a path, query or form: the text itself if it can be one, else one that nothing has. */
export function readId(value: unknown): string {
  return typeof value === "string" && ID.test(value) ? value : "";
}
