import { PDFDocument, StandardFonts } from "@cantoo/pdf-lib";
import { eq, sql } from "drizzle-orm";
import { leads } from "~/db/schema/leads";
import { evidence } from "~/db/schema/evidence";
import { runWork } from "~/db/work";
import { addDays, dateOf } from "~/domain/calendar-date";
import { addEvidence } from "~/areas/casks/evidence/add-evidence";
import { type OperatorSession, operatorSession } from "~/core/session/guarded";
import type { Session } from "~/core/session/session";
import { depsAt, type World } from "./world";

// Documents of casks, one of which expires soon, and people who want to hear from us.

const DAY_MS = 86_400_000;
const live = sql`1 = 1`;

const papers = [
  {
    key: "loch_ardel",
    kind: "insurance",
    title: "Insurance policy",
    issuer: "Sample Cask Mutual",
    issued: -356,
    expires: 9,
  },
  {
    key: "loch_ardel",
    kind: "warehouse-confirmation",
    title: "Warehouse confirmation",
    issuer: "Carrick Brae Bond",
    issued: -24,
    expires: null,
  },
  {
    key: "glen_fennan",
    kind: "insurance",
    title: "Insurance policy",
    issuer: "Sample Cask Mutual",
    issued: -120,
    expires: 245,
  },
  { key: "glen_fennan", kind: "gauge", title: "Regauge", issuer: "Carrick Brae Bond", issued: -40, expires: null },
] as const;

export async function addPapers(world: World, proof: R2Bucket, operatorId: string): Promise<void> {
  const today = dateOf(world.nowMs);
  for (const { key, kind, title, issuer, issued, expires } of papers) {
    const evidenceId = `evd_demo_${key}_${kind.replace("-", "_")}`;
    const [known] = await world.db.select({ id: evidence.id }).from(evidence).where(eq(evidence.id, evidenceId));
    if (known) continue;
    const issuedOn = addDays(today, issued);
    const outcome = await addEvidence({ ...depsAt(world, world.nowMs), proof }, sessionOf(world, operatorId), {
      evidenceId,
      caskId: `csk_demo_${key}`,
      fields: {
        document_kind: kind,
        issuer,
        issued_on: issuedOn,
        expires_on: expires === null ? "" : addDays(today, expires),
        visibility: "public",
      },
      bytes: await sheet([
        title,
        `Issued by ${issuer} on ${issuedOn}`,
        "A sample for the demo data: it certifies nothing.",
      ]),
    });
    if (!outcome.ok) throw new Error(`${evidenceId} was not added: ${outcome.code}`);
  }
}

export async function sheet([title = "", ...lines]: string[]): Promise<Uint8Array<ArrayBuffer>> {
  const document = await PDFDocument.create();
  const page = document.addPage([595, 842]);
  const font = await document.embedFont(StandardFonts.Helvetica);
  page.drawText(title, { x: 56, y: 760, size: 22, font });
  lines.forEach((line, i) => page.drawText(line, { x: 56, y: 720 - i * 20, size: 12, font }));
  return new Uint8Array(await document.save());
}

/** An operator at work, without a login. */
export function sessionOf({ db, nowMs }: World, userId: string): OperatorSession {
  const access = { idHash: "demo", userId, nowMs, live, fresh: live };
  const viewer = {
    ...{ id: userId, email: null, phone: null, fullName: null, role: "operator" as const, activated: false },
    ...{ contactChangedAtMs: null, provedAtMs: nowMs, sessionCreatedAtMs: nowMs, idleEndsAtMs: null },
  };
  const run: Session["write"] = async (work) => ({ viewer, nowMs, result: await runWork(db, work(access)) });
  return operatorSession(db, { claim: { idHash: access.idHash, userId }, read: run, write: run });
}

export async function addLeads({ db, nowMs }: World): Promise<void> {
  const asked = [
    { id: "led_demo_1", email: "tessa.quillmere@example.test", daysAgo: 6 },
    { id: "led_demo_2", email: "omar.fenbrook@example.test", daysAgo: 3 },
    { id: "led_demo_3", phone: "919999900077", daysAgo: 1 },
  ];
  for (const { daysAgo, ...lead } of asked) {
    const values = { ...lead, createdAtMs: nowMs - daysAgo * DAY_MS };
    await db.insert(leads).values(values).onConflictDoNothing();
  }
}
