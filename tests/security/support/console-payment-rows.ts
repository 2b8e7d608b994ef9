import type { Row } from "./access-rows";

// The console's pages of payments and certificates.

export const CONSOLE_PAYMENT_ROWS: Row[] = [];
