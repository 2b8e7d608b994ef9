/** The same statements in an order that imports. */
export function orderDump(sql: string): string;
