import * as z from "zod";
import { CASK_KINDS } from "~/db/schema/names";

const ORDERS = ["closing", "price"] as const;

/** Which casks are listed, and in which order within their group. */
export type ListFilter = { kind: (typeof CASK_KINDS)[number] | null; sort: (typeof ORDERS)[number] };

const schema = z.object({
  kind: z.enum(CASK_KINDS).nullable().catch(null),
  sort: z.enum(ORDERS).catch("closing"),
});

/** From an address or a form; what is not on a list counts as not asked for. */
export function readListFilter(fields: URLSearchParams | FormData): ListFilter {
  return schema.parse({ kind: fields.get("kind"), sort: fields.get("sort") });
}
