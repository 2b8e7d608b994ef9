import { sql } from "drizzle-orm";
import { beforeAll } from "vitest";
import { createTestContext, type TestContext } from "../../../support/context";
import { type Person, signInStaff } from "../../../support/people";
import { openApp, ORIGIN } from "../../../support/serve-app";

/** For one file of tests: the console and its staff, who use it in a browser without a script. */
export function openConsole(context: TestContext = createTestContext()) {
  const app = openApp();
  const people = {} as Awaited<ReturnType<typeof signInStaff>>;
  beforeAll(async () => void Object.assign(people, await signInStaff(context)));

  const get = (path: string, as?: Person) => app.ask(path, { headers: { Cookie: as?.cookie ?? "" } });
  const send = (path: string, as: Person | undefined, body: BodyInit) =>
    app.ask(path, { method: "POST", headers: { Cookie: as?.cookie ?? "", Origin: ORIGIN }, body });
  const post = (path: string, as?: Person, fields: Record<string, string> = {}) =>
    send(path, as, new URLSearchParams(fields));
  /** What the log says about a subject, in order. */
  const actionsOn = async (subject: string) => {
    const found = await context.db.all<{ action: string }>(sql`SELECT action FROM audit_log
      WHERE subject = ${subject} ORDER BY rowid`);
    return found.map(({ action }) => action);
  };
  return { app, context, people, get, send, post, actionsOn };
}

/** What a browser would send with the form of a page that has this button or step. */
export function hiddenIn(text: string, mark: string): Record<string, string> {
  const form = text.split("<form").find((one) => one.split("</form>")[0]?.includes(mark)) ?? "";
  const inputs = [...(form.split("</form>")[0] ?? "").matchAll(/<input[^>]*type="hidden"[^>]*>/g)];
  return Object.fromEntries(
    inputs.map(([input]) => [/name="([^"]*)"/.exec(input)?.[1] ?? "", /value="([^"]*)"/.exec(input)?.[1] ?? ""]),
  );
}

export const caskPage = (caskId: string, view?: string) => `/operator/casks/${caskId}${view ? `?view=${view}` : ""}`;
