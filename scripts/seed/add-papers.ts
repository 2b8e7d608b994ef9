import { PDFDocument, StandardFonts } from "@cantoo/pdf-lib";
import { eq, sql } from "drizzle-orm";
import { leads } from "~/db/schema/support";
import { evidence } from "~/db/schema/casks";
import type { EVIDENCE_KINDS } from "~/db/schema/names";
import { runWork } from "~/db/work";
import { addDays, dateOf, daysBetween } from "~/domain/calendar-date";
import { addEvidence } from "~/areas/casks/evidence/add-evidence";
import { type OperatorSession, operatorSession } from "~/core/session/guarded";
import { accessOf } from "~/core/session/access";
import type { Session } from "~/core/session/session";
import { type CaskPlan, planCasks } from "./casks";
import { depsAt, type World } from "./world";

// Documents of casks, of which a few lack some, and people who want to hear from us.

const DAY_MS = 86_400_000;
const live = sql`1 = 1`;

const MUTUAL = "Sample Cask Mutual";
const HOUSE = "Dunnage (sample)";

type Kind = (typeof EVIDENCE_KINDS)[number];
type Paper = { kind: Kind; title: string; issuer: string; issued: number; expires?: number };

/** Two casks lack one document, the second the contract, as its price is not told; one has none. All others have everything. */
const LACKING: Record<string, readonly Kind[]> = { savane_haute: ["photo"], copperfall: ["contract"] };
const WITHOUT_ANY = "dunmarrow";
const CONFIRMED_DAYS_AGO: Record<string, number> = { pedramourisca: 47 };
const INSURED_FOR_DAYS: Record<string, number> = { loch_ardel: 9 };

function papersOf({ key, row }: CaskPlan, today: string): Paper[] {
  const [keeper = ""] = row.warehouse.split(", ");
  const owned = -Math.max(70, daysBetween(row.launchesOn, today) + 40);
  const expires = INSURED_FOR_DAYS[key] ?? 245;
  const all: Paper[] = [
    { kind: "delivery-order", title: "Delivery order", issuer: row.distillery, issued: owned },
    {
      kind: "warehouse-confirmation",
      title: "Warehouse confirmation",
      issuer: keeper,
      issued: -(CONFIRMED_DAYS_AGO[key] ?? 24),
    },
    { kind: "insurance", title: "Insurance policy", issuer: MUTUAL, issued: expires - 365, expires },
    { kind: "gauge", title: "Regauge", issuer: keeper, issued: -40 },
    { kind: "photo", title: "Photo of the head with its number", issuer: keeper, issued: -24 },
    { kind: "contract", title: "Contract of purchase", issuer: HOUSE, issued: owned },
  ];
  return key === WITHOUT_ANY ? [] : all.filter(({ kind }) => !LACKING[key]?.includes(kind));
}

export async function addPapers(world: World, proof: R2Bucket, operatorId: string): Promise<void> {
  const today = dateOf(world.nowMs);
  const all = planCasks(world.nowMs).flatMap((plan) =>
    papersOf(plan, today).map((paper) => ({ ...paper, key: plan.key })),
  );
  for (const { key, kind, title, issuer, issued, expires } of all) {
    const evidenceId = `evd_demo_${key}_${kind.replace("-", "_")}`;
    const [known] = await world.db.select({ id: evidence.id }).from(evidence).where(eq(evidence.id, evidenceId));
    if (known) continue;
    const issuedOn = addDays(today, issued);
    // Handed in on the day after it was issued: so the audits of days before know it.
    const then = { ...world, nowMs: Date.parse(`${issuedOn}T12:00:00Z`) + DAY_MS };
    const outcome = await addEvidence({ ...depsAt(then, then.nowMs), proof }, sessionOf(then, operatorId), {
      evidenceId,
      caskId: `csk_demo_${key}`,
      fields: {
        document_kind: kind,
        issuer,
        issued_on: issuedOn,
        expires_on: expires === undefined ? "" : addDays(today, expires),
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
  const access = { ...accessOf({ idHash: "demo", userId }, nowMs), live, fresh: live };
  const viewer = {
    ...{ id: userId, email: null, phone: null, fullName: null, role: "operator" as const, activated: false },
    ...{
      createdAtMs: nowMs,
      contactChangedAtMs: null,
      fresh: true,
      sessionCreatedAtMs: nowMs,
      idleEndsAtMs: null,
    },
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
