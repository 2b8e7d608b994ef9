import { env } from "cloudflare:test";
import { readSignedIn } from "~/core/session/read-signed-in";
import { requireSession } from "~/server/session/page-session";
import type { Visitor } from "./visitor";

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
