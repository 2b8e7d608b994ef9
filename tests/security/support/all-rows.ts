import { EXPORTED_LISTS } from "~/areas/console/list-export";
import { type Row, same } from "./access-rows";
import { CALL_ROWS } from "./call-rows";
import { PAGE_ROWS } from "./page-rows";

/** Every request that the app knows. */
export const ALL_ROWS: readonly Row[] = [...PAGE_ROWS, ...CALL_ROWS];

/** Each list that operators may take away, for what it costs; who may is in the table. */
export const LIST_ROWS: readonly Row[] = EXPORTED_LISTS.map((list) => ({
  route: "operator.$list[.]csv",
  what: list,
  path: () => `/operator/${list}.csv`,
  answers: same(404),
}));
