import type { CaskKind } from "~/domain/cask-shape";

export type ShownList = { kind: CaskKind | null; sort: "closing" | "price" };

export function investHref({ kind, sort }: ShownList): string {
  const query = new URLSearchParams({ ...(kind ? { kind } : {}), ...(sort === "price" ? { sort } : {}) });
  return query.size === 0 ? "/invest" : `/invest?${query.toString()}`;
}
