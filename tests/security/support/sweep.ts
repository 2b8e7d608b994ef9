import { env } from "cloudflare:test";
import { countRoundTrips } from "~/db/wrap-d1";
import { createTestContext } from "../../support/context";
import { openApp, PROVIDER_PAGES } from "../../support/serve-app";
import { type Sent, watchStatements } from "../../support/watch-statements";
import { type Answer, isRead, requestInit, type Row, type Way } from "./access-rows";
import { type Cast, makeCast, type Role, ROLES } from "./cast";

// Sends a row of the table of all requests as every role, and records for each what it was answered, how often it went to D1 and
// how many rows it wrote.

export type Form = "page" | "HEAD";
export type Seen = { role: Role; as: Form; answer: Answer; trips: number; written: number };

/** HEAD runs what GET does: one asks who sees most. */
const asksHead = ({ route }: Row, role: Role) => role === (route.startsWith("operator.") ? "operator" : "owner");

function formsOf(row: Row, role: Role): Form[] {
  const forms: Form[] = ["page"];
  if (isRead(row) && asksHead(row, role)) forms.push("HEAD");
  return forms;
}

export function openSweep() {
  const sent: Sent[] = [];
  const trips = { count: 0, rowsRead: 0, rowsWritten: 0 };
  const app = openApp({ DB: watchStatements(countRoundTrips(env.DB, trips), sent) });
  const context = createTestContext();
  /** Each statement once, by its text. */
  const statements = new Map<string, Sent>();

  async function ask(row: Row, cast: Cast, role: Role, { as, way }: { as: Form; way: Way }): Promise<Seen> {
    const asker = cast.people[role];
    const path = row.path({ asker, things: cast.things });
    const init = requestInit(row, cast, asker, way);
    const before = trips.rowsWritten;
    sent.splice(0);
    const answered = await app.ask(path, as === "HEAD" ? { ...init, method: "HEAD" } : init);
    await app.settled();
    for (const one of sent.splice(0)) statements.set(one.query, one);
    const [, made] = /round trips (\d+)/.exec(answered.headers.get("Server-Timing") ?? "") ?? [];
    return { role, as, answer: verdict(answered, cast), trips: Number(made ?? 0), written: trips.rowsWritten - before };
  }

  /** As each of these roles, in every form in which the row can be asked for. */
  async function record(row: Row, cast: Cast, way: Way, roles: readonly Role[] = ROLES): Promise<Seen[]> {
    const seen: Seen[] = [];
    for (const role of roles) for (const as of formsOf(row, role)) seen.push(await ask(row, cast, role, { as, way }));
    return seen;
  }

  return { app, context, statements, record, ask, trips, newCast: () => makeCast(app, context) };
}

function verdict({ status, location }: { status: number; location: string | null }, cast: Cast): Answer {
  if (location === null || status < 300 || status >= 400) return status;
  if (location.startsWith(`${PROVIDER_PAGES}/`)) return "provider";
  const { paymentId, withdrawalId, ownerId, requestId, certificateId, openCaskId, bidId, stakeId } = cast.things;
  return location
    .replace(/\?request=[\w-]+$/, "?request=NUMBER")
    .replace(certificateId, "CERTIFICATE")
    .replace(requestId, "REQUEST")
    .replace(paymentId, "PAYMENT")
    .replace(withdrawalId, "WITHDRAWAL")
    .replace(/^\/customer-support\/[\w-]+$/, "/customer-support/REQUEST")
    .replace(openCaskId, "CASK")
    .replace(/^\/stripe-secure\?cask=csk_\w+/, "/stripe-secure?cask=BOUGHT")
    .replace(bidId, "BID")
    .replace(stakeId, "STAKE")
    .replace(ownerId, "OWNER");
}
