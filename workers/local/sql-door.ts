// Statements for the database of a throwaway run, which the tests would otherwise start wrangler for. Only such a run has
// the key; `npm start` has none, and no deployed Worker has this file (`tests/e2e/bundles.test.ts`).
import type { AppBindings } from "~/server/env";

export type DoorBindings = AppBindings & { SQL_DOOR?: string };

const PATH = "/sql-door";

/** Answers with the rows of each statement; null: the request is for the app. */
export async function answerAtDoor(request: Request, bindings: DoorBindings): Promise<Response | null> {
  const { SQL_DOOR: key, DB } = bindings;
  const { pathname } = new URL(request.url);
  const isAtDoor = request.method === "POST" && pathname === PATH;
  if (!key || !isAtDoor || request.headers.get("x-sql-door") !== key) return null;
  const statements = await request.json<string[]>();
  try {
    const answers = await DB.batch<Record<string, unknown>>(statements.map((statement) => DB.prepare(statement)));
    return Response.json(answers.map(({ results }) => results));
  } catch (error) {
    return new Response(String(error), { status: 422 });
  }
}
