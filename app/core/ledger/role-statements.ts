// For the command line, which has no parameters to bind: plain SQL, and no import, so that a script can load it.

/** A text as hex, so that no character of it can end the literal. */
const literal = (text: string) =>
  `CAST(X'${Array.from(new TextEncoder().encode(text), (byte) => byte.toString(16).padStart(2, "0")).join("")}' AS TEXT)`;

type RoleChange = { auditId: string; email: string; role: "operator" | "reader" | "investor"; nowMs: number };

/**
 * The change and its row in the log; the second statement returns the id of the user who changed. A user who loses
 * rights is logged out everywhere.
 */
export function roleStatements({ auditId, email, role, nowMs }: RoleChange): string[] {
  const whom = `email = ${literal(email)} AND role <> '${role}' AND closed_at_ms IS NULL`;
  const epoch = role === "operator" ? "" : ", session_epoch = session_epoch + 1";
  return [
    `INSERT INTO audit_log (id, actor, action, subject, detail, created_at_ms)
      SELECT 'role:${auditId}', 'system', 'role-changed', 'user:' || id, role || ' -> ${role}', ${nowMs} FROM users WHERE ${whom}`,
    `UPDATE users SET role = '${role}'${epoch} WHERE ${whom} RETURNING id`,
  ];
}
