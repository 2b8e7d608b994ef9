/** A link was only hovered or focused: nobody has chosen anything yet. */
export function isPrefetch({ headers }: Request): boolean {
  return [headers.get("Sec-Purpose"), headers.get("Purpose"), headers.get("X-Moz")].some((value) =>
    value?.includes("prefetch"),
  );
}
