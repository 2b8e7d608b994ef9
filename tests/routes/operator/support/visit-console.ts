import type { Person } from "../../../support/people";
import { type App, ORIGIN } from "../../../support/serve-app";

/** A browser without a script, on the console's pages. */
export function visitConsole(app: App) {
  const get = (path: string, as: Person) => app.ask(path, { headers: { Cookie: as.cookie } });
  const send = (path: string, as: Person | null, body: BodyInit) =>
    app.ask(path, { method: "POST", headers: { ...(as && { Cookie: as.cookie }), Origin: ORIGIN }, body });
  const post = (path: string, as: Person | null, fields: Record<string, string>) =>
    send(path, as, new URLSearchParams(fields));
  const trips = async (work: Promise<unknown>): Promise<number> => {
    const before = app.trips.count;
    await work;
    return app.trips.count - before;
  };
  return { get, send, post, trips };
}

/** What a browser would send with the form of a page that has this button or step. */
export function hiddenIn(text: string, mark: string): Record<string, string> {
  const form = text.split("<form").find((one) => one.split("</form>")[0]?.includes(mark)) ?? "";
  const inputs = [...(form.split("</form>")[0] ?? "").matchAll(/<input[^>]*type="hidden"[^>]*>/g)];
  return Object.fromEntries(
    inputs.map(([input]) => [/name="([^"]*)"/.exec(input)?.[1] ?? "", /value="([^"]*)"/.exec(input)?.[1] ?? ""]),
  );
}
