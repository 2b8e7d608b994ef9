import type { Row } from "./access-rows";

// The console's pages of casks.

export const CONSOLE_CASK_ROWS: Row[] = [];
