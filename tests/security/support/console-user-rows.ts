import type { Row } from "./access-rows";

// The console's pages of users, support and the search.

export const CONSOLE_USER_ROWS: Row[] = [];
