import { describe, expect, it } from "vitest";
import { createTestContext } from "../support/context";
import { get, type Person, signIn } from "../support/people";

// Every route of the app, requested by every kind of visitor. A route file missing from the table fails the test.

type Loader = (args: object) => Promise<unknown>;
type RouteModule = { loader?: Loader; action?: Loader; default?: unknown };

const files = import.meta.glob<RouteModule>(["../../app/routes/*/route.tsx", "../../app/routes/*.ts"], { eager: true });

const READERS = ["nobody", "newcomer", "activated", "operator"] as const;
type Reader = (typeof READERS)[number];
/** A status, or where it redirects to. 'file': no loader, the page is prerendered or the same for everyone. */
type Answer = number | string;

const same = (answer: Answer): Record<Reader, Answer> => ({
  nobody: answer,
  newcomer: answer,
  activated: answer,
  operator: answer,
});
const signedIn = (answer: Answer): Record<Reader, Answer> => ({ ...same(answer), nobody: "/" });

const TABLE: Record<string, { path: string; params?: object; answers: Record<Reader, Answer> }> = {
  _index: { path: "/", answers: same("file") },
  "create-account": { path: "/create-account", answers: same("file") },
  fees: { path: "/fees", answers: same("file") },
  "audit._index": { path: "/audit", answers: same(200) },
  "audit.verify": { path: "/audit/verify", answers: same(200) },
  "audit.heads.$token": { path: "/audit/heads/none", params: { token: "none" }, answers: same(404) },
  "audit.$date": { path: "/audit/2020-01-01", params: { date: "2020-01-01" }, answers: same(404) },
  "audit.$date[.]json": { path: "/audit/2020-01-01.json", params: { date: "2020-01-01" }, answers: same(404) },
  "audit.$date[.]csv": { path: "/audit/2020-01-01.csv", params: { date: "2020-01-01" }, answers: same(404) },
  "audit.$date[.]ots": { path: "/audit/2020-01-01.ots", params: { date: "2020-01-01" }, answers: same(404) },
  "audit.$date_.$cask": {
    path: "/audit/2020-01-01/csk_none",
    params: { date: "2020-01-01", cask: "csk_none" },
    answers: same(404),
  },
  "audit.$date_.$cask[.]json": {
    path: "/audit/2020-01-01/csk_none.json",
    params: { date: "2020-01-01", cask: "csk_none" },
    answers: same(404),
  },
  proof: { path: "/proof", answers: same(200) },
  "evidence._index": { path: "/evidence", answers: same(200) },
  "evidence.documents.$sha256": {
    path: `/evidence/documents/${"0".repeat(64)}`,
    params: { sha256: "0".repeat(64) },
    answers: same(404),
  },
  exits: { path: "/exits", answers: same(200) },
  "service-times": { path: "/service-times", answers: same(200) },
  stress: { path: "/stress", answers: same(200) },
  "terms-and-conditions": { path: "/terms-and-conditions", answers: same("file") },
  "privacy-policy": { path: "/privacy-policy", answers: same("file") },
  "terms-of-service": { path: "/terms-of-service", answers: same("file") },
  "refunds-cancellations": { path: "/refunds-cancellations", answers: same("file") },
  "customer-support": { path: "/customer-support", answers: same(200) },
  offline: { path: "/offline", answers: same("file") },
  "robots[.]txt": { path: "/robots.txt", answers: same(200) },
  "sitemap[.]xml": { path: "/sitemap.xml", answers: same(200) },
  "get-started": { path: "/get-started?mode=login", answers: same(200) },
  // Needs a begun login, whoever asks.
  "enter-OTP": { path: "/enter-OTP", answers: same("/") },
  "verify._index": { path: "/verify", answers: same(200) },
  "verify.$code": { path: "/verify/none", params: { code: "none" }, answers: same(404) },
  "withdrawals.stop.$token": { path: "/withdrawals/stop/none", params: { token: "none" }, answers: same(404) },
  // A withdrawal's page, which says that it does not know it.
  "stop.$token": { path: "/stop/none", params: { token: "none" }, answers: same("/withdrawals/stop/none") },
  logout: { path: "/logout", answers: same("/settings") },
  invest: { path: "/invest", answers: signedIn(200) },
  "cask-information": { path: "/cask-information?cask=csk_none", answers: signedIn(404) },
  "stripe-secure": { path: "/stripe-secure?product=joining-fee", answers: signedIn(200) },
  "payment-success": { path: "/payment-success?payment=pay_none", answers: signedIn(404) },
  "payment-unsuccessful": { path: "/payment-unsuccessful?payment=pay_none", answers: signedIn(404) },
  "stakes._index": { path: "/stakes", answers: signedIn(200) },
  "stakes.$id": { path: "/stakes/stk_none", params: { id: "stk_none" }, answers: signedIn(404) },
  "stakes.$id_.documents.$document": {
    path: "/stakes/stk_none/documents/doc_none",
    params: { id: "stk_none", document: "doc_none" },
    answers: signedIn(404),
  },
  wallet: { path: "/wallet", answers: signedIn(200) },
  "wallet-portfolio": { path: "/wallet-portfolio", answers: signedIn("/wallet?tab=portfolio") },
  "wallet-tokens": { path: "/wallet-tokens", answers: signedIn("/wallet?tab=tokens") },
  "wallet-rewards": { path: "/wallet-rewards", answers: signedIn("/wallet?tab=rewards") },
  settings: { path: "/settings", answers: signedIn(200) },
  "personal-details": { path: "/personal-details", answers: signedIn(200) },
  "bank-details": { path: "/bank-details", answers: signedIn(200) },
  watch: { path: "/watch", answers: same("/invest") },
  share: { path: "/share?cask=csk_none", answers: signedIn(404) },
  notices: { path: "/notices", answers: signedIn(200) },
  "statements._index": { path: "/statements", answers: signedIn(200) },
  "statements.$file": {
    path: "/statements/2025-01-01--2025-12-31.csv",
    params: { file: "2025-01-01--2025-12-31.csv" },
    answers: signedIn(200),
  },
  beneficiary: { path: "/beneficiary", answers: signedIn(200) },
  "calendar._index": { path: "/calendar", answers: signedIn(200) },
  "my-data._index": { path: "/my-data", answers: signedIn(200) },
  // It shows nothing; the page it leads to asks who one is.
  "my-data.archive": { path: "/my-data/archive", answers: same("/my-data") },
  "calendar.$file": { path: "/calendar/none.ics", params: { file: "none.ics" }, answers: same(404) },
  "receipts.$file": { path: "/receipts/pay_none.pdf", params: { file: "pay_none.pdf" }, answers: signedIn(404) },
  "notices.stop.$token": { path: "/notices/stop/none", params: { token: "none" }, answers: same(404) },
  "phone-number": { path: "/phone-number", answers: signedIn(200) },
  "close-account": { path: "/close-account", answers: signedIn(200) },
  "confirm-phone": { path: "/confirm-phone", answers: signedIn("/phone-number") },
  // After a recent login no code is needed: it redirects to the page asked for.
  "confirm-code": { path: "/confirm-code?next=bank-details", answers: signedIn("/bank-details") },
  "confirm-email": { path: "/confirm-email", answers: signedIn("/personal-details") },
  "certificates.$file": {
    path: "/certificates/crt_none.pdf",
    params: { file: "crt_none.pdf" },
    answers: signedIn(404),
  },
  "webhooks.$provider": { path: "/webhooks/stripe", params: { provider: "stripe" }, answers: same(405) },
};

const nameOf = (file: string) => file.replace("../../app/routes/", "").replace(/\/route\.tsx$|\.ts$/, "");
const modules = Object.entries(files).map(([file, module]) => [nameOf(file), module] as const);
/** The JSON API has its own table, in tests/routes/api; the console has its rows in tests/security, as it has one answer more. */
const pages = modules.filter(([name]) => !name.startsWith("api.") && !name.startsWith("operator."));

async function ask(module: RouteModule, path: string, params: object, person: Person | null): Promise<Answer> {
  if (!module.loader) return "file";
  const context = createTestContext();
  const request = get(`http://localhost:8787${path}`, person?.cookie);
  const { loader } = module;
  const answer = await (async () => loader({ request, context, params }))().catch((thrown: unknown) => thrown);
  if (!(answer instanceof Response)) return 200;
  return answer.status >= 300 && answer.status < 400 ? (answer.headers.get("Location") ?? "") : answer.status;
}

describe("access", () => {
  it("is defined for every route file", () => {
    expect(pages.map(([name]) => name).sort()).toEqual(Object.keys(TABLE).sort());
  });

  it.each(pages)("to %s is as defined, for everyone", async (name, module) => {
    const row = TABLE[name];
    if (!row) throw new Error(`no row for ${name}`);
    const context = createTestContext();
    const people: Record<Reader, Person | null> = {
      nobody: null,
      newcomer: await signIn(context, { activated: false }),
      activated: await signIn(context),
      operator: await signIn(context, { operator: true }),
    };
    const answers: Partial<Record<Reader, Answer>> = {};
    for (const reader of READERS) answers[reader] = await ask(module, row.path, row.params ?? {}, people[reader]);
    expect(answers).toEqual(row.answers);
  });

  it("is refused to an ended session on every protected page: it leads to the landing page and writes nothing", async () => {
    const context = createTestContext();
    const person = await signIn(context);
    const { sql } = await import("drizzle-orm");
    await context.db.run(sql`UPDATE users SET suspended_at_ms = 1 WHERE id = ${person.userId}`);
    for (const [name, module] of pages) {
      const row = TABLE[name];
      // The aliases only redirect to the wallet, which checks the session itself.
      if (!row || row.answers.nobody !== "/" || name === "enter-OTP" || name.startsWith("wallet-")) continue;
      expect(await ask(module, row.path, row.params ?? {}, person), name).toBe("/#session-expired");
    }
  });
});
