import type { Person } from "../../support/people";
import { type App, ORIGIN } from "../../support/serve-app";

/** The console's pages as somebody's browser without JavaScript asks for them. */
export function consoleOf(app: App) {
  const get = (path: string, as: Person) => app.ask(path, { headers: { Cookie: as.cookie } });
  const post = (path: string, as: Person | null, fields: Record<string, string>) =>
    app.ask(path, {
      method: "POST",
      headers: { ...(as && { Cookie: as.cookie }), Origin: ORIGIN },
      body: new URLSearchParams(fields),
    });
  const tripsOf = async (work: Promise<unknown>) => {
    const before = app.trips.count;
    await work;
    return app.trips.count - before;
  };
  return { get, post, tripsOf };
}
