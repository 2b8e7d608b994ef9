// Cursor lists: newest first, `starting_after`/`ending_before`, `limit` 1 to 100, `created` as a moment or a range.
import { invalidRequest } from "./errors";
import type { FormNode } from "./form";
import { checkFields, type Fields, fields, integer, list, text } from "./shapes";

const LIST_FIELDS: Fields = {
  limit: integer,
  starting_after: text,
  ending_before: text,
  expand: list(text, 20),
  created: fields({ gt: integer, gte: integer, lt: integer, lte: integer }),
};

export type ListParams = {
  limit: number;
  starting_after?: string;
  ending_before?: string;
  expand?: string[];
  created?: { gt?: number; gte?: number; lt?: number; lte?: number };
};

/** @throws StripeProblem */
export function readListParams<More extends object>(form: Map<string, FormNode>, more: Fields): ListParams & More {
  const exact = form.get("created");
  const range = new Map(form);
  if (typeof exact === "string")
    range.set(
      "created",
      new Map([
        ["gte", exact],
        ["lte", exact],
      ]),
    );
  const params = { limit: 10, ...checkFields(range, { ...LIST_FIELDS, ...more }, []) } as unknown as ListParams & More;
  if (params.limit < 1 || params.limit > 100)
    throw invalidRequest("Invalid limit: must be between 1 and 100.", { param: "limit" });
  return params;
}

type Source<T> = (page: { before?: string; after?: string; limit: number }) => T[];

/** Walks the stored documents in the given direction until one more than `limit` fit. */
export function takePage<T extends { id: string; created: number }>(
  source: Source<T>,
  params: ListParams,
  fits: (item: T) => boolean = () => true,
): { data: T[]; has_more: boolean } {
  const newer = params.ending_before !== undefined;
  let cursor = params.ending_before ?? params.starting_after;
  const found: T[] = [];
  for (;;) {
    const page = source({ ...(newer ? { after: cursor } : { before: cursor }), limit: 200 });
    const outward = newer ? [...page].reverse() : page;
    found.push(...outward.filter((item) => inRange(item.created, params.created) && fits(item)));
    cursor = outward.at(-1)?.id;
    if (page.length < 200 || found.length > params.limit) break;
  }
  const data = found.slice(0, params.limit);
  return { data: newer ? data.reverse() : data, has_more: found.length > params.limit };
}

function inRange(created: number, range: ListParams["created"] = {}): boolean {
  const { gt = -Infinity, gte = -Infinity, lt = Infinity, lte = Infinity } = range;
  return created > gt && created >= gte && created < lt && created <= lte;
}

export function listObject<T>(url: string, data: T[], hasMore = false) {
  return { object: "list", url, has_more: hasMore, data };
}
