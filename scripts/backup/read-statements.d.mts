/** Without their final semicolon. */
export function readStatements(sql: string): string[];
