// Asks the database of a throwaway run through the run itself: a start of wrangler costs seconds of CPU.

/** @returns {Promise<Record<string, any>[][]>} the rows of each statement; all of them happen, or none */
export async function askAtDoor({ origin, secrets }, statements) {
  const answer = await fetch(`${origin}/sql-door`, {
    method: "POST",
    headers: { "x-sql-door": secrets.SQL_DOOR },
    body: JSON.stringify(statements),
    signal: AbortSignal.timeout(60_000),
  });
  if (!answer.ok) throw new Error(`Could not query the database (${answer.status}): ${await answer.text()}`);
  return answer.json();
}
