import { env } from "cloudflare:test";
import { expect } from "vitest";
import { readSignedIn } from "~/core/session/read-signed-in";
import type { RequestContext } from "~/server/context";
import * as enterOtp from "~/routes/enter-OTP/route";
import * as getStarted from "~/routes/get-started/route";
import * as logout from "~/routes/logout/route";
import { requireSession } from "~/server/session/page-session";
import type { TestContext } from "../../support/context";

type Handler = (args: { request: Request; context: RequestContext; params: Record<string, string> }) => unknown;
type RouteModule = { loader: Handler; action: Handler };
type Fields = Record<string, string | string[] | undefined>;

export type Answer = {
  status: number;
  location: string | null;
  headers: Headers;
  setCookies: string[];
  /** The data the page would be rendered from. */
  page: Record<string, unknown> | null;
  refused: ({ alert?: string } & Record<string, unknown>) | null;
  roundTrips: number;
};

const MOST_ROUND_TRIPS = 6;

/**
 * A browser without JavaScript: keeps cookies, posts forms, and reloads the page's data after a refused post, as Remix
 * does.
 */
export class Visitor {
  readonly cookies = new Map<string, string>();

  constructor(
    readonly base: TestContext,
    readonly ip = "192.0.2.1",
  ) {}

  /** The same browser as it is now. */
  copy(ip = this.ip): Visitor {
    const copy = new Visitor(this.base, ip);
    for (const [name, value] of this.cookies) copy.cookies.set(name, value);
    return copy;
  }

  askForCode(fields: Fields, query = "") {
    return this.#post(getStarted, `/get-started${query}`, fields);
  }
  openGetStarted(query = "") {
    return this.#get(getStarted, `/get-started${query}`);
  }
  openCodePage() {
    return this.#get(enterOtp, "/enter-OTP");
  }
  enterCode(code: string) {
    return this.#post(enterOtp, "/enter-OTP", { intent: "verify", digit: code.split("") });
  }
  post(fields: Fields) {
    return this.#post(enterOtp, "/enter-OTP", fields);
  }
  resend() {
    return this.#post(enterOtp, "/enter-OTP", { intent: "resend" });
  }
  signOut() {
    return this.#post(logout, "/logout", {});
  }

  async signInByEmail(email: string, more: Fields = {}) {
    const asked = await this.askForCode({ email, ...more });
    expect(asked.location).toBe("/enter-OTP");
    return this.enterCode(this.base.mailer.codeFor(email));
  }
  async signInByPhone(phone: string) {
    await this.askForCode({ phone_number: phone });
    return this.enterCode(this.base.phoneCodes.codeFor(`91${phone}`));
  }

  #request(path: string, init: RequestInit = {}) {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const request = new Request(`http://localhost:8787${path}`, init);
    if (cookie) request.headers.set("Cookie", cookie);
    return request;
  }

  async #post(route: RouteModule, path: string, fields: Fields): Promise<Answer> {
    const body = new URLSearchParams();
    for (const [name, value] of Object.entries(fields)) {
      for (const one of [value ?? []].flat()) body.append(name, one);
    }
    const context = this.base.next({ ip: this.ip });
    const acted = await this.#run(route.action, this.#request(path, { method: "POST", body }), context);
    const redirected = acted.status >= 300 && acted.status < 400;
    const read = redirected ? null : await this.#run(route.loader, this.#request(path), context);
    expect(context.trips.count).toBeLessThanOrEqual(MOST_ROUND_TRIPS);
    return { ...(await describe(acted, read)), roundTrips: context.trips.count };
  }

  async #get(route: RouteModule, path: string): Promise<Answer> {
    const context = this.base.next({ ip: this.ip });
    const read = await this.#run(route.loader, this.#request(path), context);
    const { refused: page, ...answer } = await describe(read, null);
    return { ...answer, refused: null, page, roundTrips: context.trips.count };
  }

  async #run(handler: Handler, request: Request, context: RequestContext): Promise<Response> {
    const response = await Promise.resolve(handler({ request, context, params: {} })).catch(
      (thrown: unknown) => thrown,
    );
    if (!(response instanceof Response)) throw response;
    for (const line of response.headers.getSetCookie()) {
      const [pair = ""] = line.split(";");
      const name = pair.slice(0, pair.indexOf("="));
      if (/Max-Age=0/i.test(line)) this.cookies.delete(name);
      else this.cookies.set(name, pair.slice(name.length + 1));
    }
    return response;
  }
}

async function describe(acted: Response, read: Response | null): Promise<Omit<Answer, "roundTrips">> {
  return {
    // A page whose loader redirects is not shown.
    status: read && read.status >= 300 ? read.status : acted.status,
    location: acted.headers.get("Location") ?? read?.headers.get("Location") ?? null,
    headers: acted.headers,
    setCookies: acted.headers.getSetCookie(),
    refused: acted.headers.has("Location") ? null : await acted.json(),
    page: read && read.status < 300 ? await read.json() : null,
  };
}

export const otherThan = (code: string, n = 1) => String((Number(code) + n) % 1_000_000).padStart(6, "0");

/** The viewer according to the product's own guard, or null. */
export async function viewerOf(visitor: Visitor) {
  const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const request = new Request("http://localhost:8787/wallet", { headers: { Cookie: cookie } });
  try {
    return (await readSignedIn(await requireSession({ request, context: visitor.base.next() }))).viewer;
  } catch (thrown) {
    if (thrown instanceof Response) return null;
    throw thrown;
  }
}

export async function countRows(fromWhere: string): Promise<number> {
  const row = await env.DB.prepare(`SELECT count(*) AS n FROM ${fromWhere}`).first<{ n: number }>();
  return row?.n ?? 0;
}

/** In an order that their keys allow. */
const EMPTIED = `audit_log referrals sessions login_flows login_codes login_asks counters stake_changes outbox
  transfers certificates stakes reservations payments valuations casks`.split(/\s+/);

/** The triggers of append-only tables refuse a DELETE: they are dropped and restored. */
export async function emptyTables(): Promise<void> {
  const triggers = await env.DB.prepare(
    "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND sql LIKE '% DELETE ON %'",
  ).all<{ name: string; sql: string }>();
  const inOneText = (statements: readonly string[]) => env.DB.prepare(statements.join(";\n"));
  await env.DB.batch([
    inOneText(triggers.results.map(({ name }) => `DROP TRIGGER ${name}`)),
    inOneText([
      ...EMPTIED.map((table) => `DELETE FROM ${table}`),
      "DELETE FROM accounts WHERE user_id IS NOT NULL",
      "DELETE FROM users",
    ]),
    inOneText(triggers.results.map(({ sql }) => sql)),
  ]);
}
