import type { CaskKind } from "~/domain/cask-shape";

/** The list of casks as its address says it. */
export type ShownList = { kind: CaskKind | null; sort: "closing" | "price" };

/** What is as at first is left out. */
export function investHref({ kind, sort }: ShownList): string {
  const query = new URLSearchParams({ ...(kind ? { kind } : {}), ...(sort === "price" ? { sort } : {}) });
  return query.size === 0 ? "/invest" : `/invest?${query.toString()}`;
}
