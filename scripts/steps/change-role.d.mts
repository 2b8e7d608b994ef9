/** The change and its row in the log; the second statement answers the id of whoever changed. */
export function roleStatements(email: string, role: "operator" | "reader" | "investor", nowMs?: number): string[];
