import { renderCertificate } from "~/features/certificates/render-certificate";
export default { async fetch(_r: Request, env: { DB: D1Database; ENVIRONMENT: string; APP_ORIGIN: string; CERTIFICATES: R2Bucket }) {
  const db = env.DB; const out: Record<string, unknown> = { e: env.ENVIRONMENT, o: env.APP_ORIGIN };
  const time = async (n: string, f: () => Promise<unknown>) => { const a = Date.now(); await f(); await db.prepare("select 1").first(); out[n] = Date.now() - a; };
  await time("50 seq writes", async () => { for (let i = 0; i < 50; i++) await db.batch([db.prepare("UPDATE settings SET updated_at_ms = ?").bind(i)]); });
  await time("100 conc writes", () => Promise.all(Array.from({ length: 100 }, (_, i) => db.batch([db.prepare("UPDATE settings SET updated_at_ms = ?").bind(i)]))));
  await time("batch 1000", () => db.batch(Array.from({ length: 1000 }, (_, i) => db.prepare("UPDATE settings SET updated_at_ms = ?").bind(i))));
  await time("20 certs", async () => { for (let i = 0; i < 20; i++) { const b = await renderCertificate({ holderName: "Anita Rao", caskName: "Loch Ardel", caskKind: "whisky", distillery: "Ardel", stakeNumber: i + 1, totalStakes: 60, issuedOn: "2026-01-01", purchasedOn: "2026-01-01", amountCents: 50000, warehouse: "Leith", code: "abc", verifyUrl: "http://localhost:8787/verify/abc" }); out.size = b.length; } });
  await time("20 puts", async () => { for (let i = 0; i < 20; i++) await env.CERTIFICATES.put("try/" + i, new Uint8Array(20000)); });
  return Response.json(out);
} };
