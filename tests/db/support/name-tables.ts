// The tables of names as app/db/schema declares them.
import { getTableName, is } from "drizzle-orm";
import { getTableConfig, SQLiteTable } from "drizzle-orm/sqlite-core";
import * as lists from "~/db/schema/names";
import * as listsOfResale from "~/db/schema/names-of-resale";
import * as listsOfSettings from "~/db/schema/names-of-settings";
import { noticeTable } from "~/areas/notices/inside/notice-table";

const tables = Object.values({ ...lists, ...listsOfResale, ...listsOfSettings })
  .filter((one) => is(one, SQLiteTable))
  .map((one) => ({ table: getTableName(one), columns: getTableConfig(one).columns }));

export const nameTables = tables
  .filter(({ columns }) => columns[0]?.name === "name")
  .map(({ table, columns }) => ({
    table,
    names: table === getTableName(lists.noticeKinds) ? Object.keys(noticeTable) : (columns[0]?.enumValues ?? []),
  }));

/** The tables that say which state may follow which. */
export const changeTables = tables.filter(({ columns }) => columns[0]?.name === "was");
