// Asks the database of a throwaway run through the run itself: a start of wrangler costs seconds of CPU.

/** @returns {Promise<object[][]>} the rows of each statement; all of them happen, or none */
export const askAtDoor = (run, statements) => atDoor(run, "/sql-door", statements);

/** Leaves the records of sessions that such statements made in KV, as after a login. @param sessions `idHash` and `userId` of each */
export const keepSessions = (run, sessions) => atDoor(run, "/sql-door/sessions", sessions);

async function atDoor({ origin, secrets }, path, asked) {
  const answer = await fetch(`${origin}${path}`, {
    method: "POST",
    headers: { "x-sql-door": secrets.SQL_DOOR },
    body: JSON.stringify(asked),
    signal: AbortSignal.timeout(60_000),
  });
  if (!answer.ok) throw new Error(`The database could not be asked (${answer.status}): ${await answer.text()}`);
  return answer.json();
}
