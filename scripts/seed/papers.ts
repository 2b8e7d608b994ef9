import { PDFDocument, StandardFonts } from "@cantoo/pdf-lib";
import { eq, sql } from "drizzle-orm";
import { addEvidence } from "~/areas/casks/evidence/add-evidence";
import { draftBid } from "~/areas/market/draft-bid";
import { publishBid } from "~/areas/market/publish-bid";
import { answerRequest } from "~/areas/support/answer-request";
import { evidence } from "~/db/schema/casks";
import { bids } from "~/db/schema/market";
import type { EVIDENCE_KINDS } from "~/db/schema/names";
import { leads } from "~/db/schema/support";
import { runWork } from "~/db/work";
import { addDays, dateOf, daysBetween } from "~/domain/calendar-date";
import { type CaskPlan, planCasks } from "./casks";
import { asOperator, depsAt, sessionOf, type World } from "./world";

// Documents of casks, of which a few lack some, and people who want to hear from us.

const DAY_MS = 86_400_000;
const MUTUAL = "Sample Cask Mutual";
const HOUSE = "Dunnage (sample)";

type Kind = (typeof EVIDENCE_KINDS)[number];
type Paper = { kind: Kind; title: string; issuer: string; issued: number; expires?: number };

/** Two casks lack one document, the second the contract, as its price is not told; one has none. All others have everything. */
const LACKING: Record<string, readonly Kind[]> = { savane_haute: ["photo"], copperfall: ["contract"] };
const WITHOUT_ANY = "dunmarrow";
const CONFIRMED_DAYS_AGO: Record<string, number> = { pedramourisca: 47 };
const INSURED_FOR_DAYS: Record<string, number> = { loch_ardel: 9 };

function papersOf({ key, row, sale }: CaskPlan, today: string): Paper[] {
  const sold = sale ? daysBetween(sale.soldOn, today) : 0;
  const [keeper = ""] = row.warehouse.split(", ");
  const owned = -Math.max(70, daysBetween(row.launchesOn, today) + 40);
  const expires = INSURED_FOR_DAYS[key] ?? 245;
  const all: Paper[] = [
    { kind: "delivery-order", title: "Delivery order", issuer: row.distillery, issued: owned },
    {
      kind: "warehouse-confirmation",
      title: "Warehouse confirmation",
      issuer: keeper,
      issued: -sold - (CONFIRMED_DAYS_AGO[key] ?? 24),
    },
    { kind: "insurance", title: "Insurance policy", issuer: MUTUAL, issued: expires - 365, expires },
    { kind: "gauge", title: "Regauge", issuer: keeper, issued: -sold - 40 },
    { kind: "photo", title: "Photo of the head with its number", issuer: keeper, issued: -sold - 24 },
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

async function sheet([title = "", ...lines]: string[]): Promise<Uint8Array<ArrayBuffer>> {
  const document = await PDFDocument.create();
  const page = document.addPage([595, 842]);
  const font = await document.embedFont(StandardFonts.Helvetica);
  page.drawText(title, { x: 56, y: 760, size: 22, font });
  lines.forEach((line, i) => page.drawText(line, { x: 56, y: 720 - i * 20, size: 12, font }));
  return new Uint8Array(await document.save());
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

const BID_ID = "bid_demo_peyrolande";
const CASK_ID = "csk_demo_peyrolande";
const CLOSES_IN_DAYS = 10;

/** A bid that holders are voting on. The investor holds a stake of its cask and has not voted. */
export async function addBid(
  world: World,
  proof: R2Bucket,
  { operatorId, secondId }: { operatorId: string; secondId: string },
): Promise<void> {
  const [known] = await world.db.select({ id: bids.id }).from(bids).where(eq(bids.id, BID_ID));
  if (known) return;
  const deps = { ...depsAt(world, world.nowMs), proof, nudge: async () => undefined };
  const fields = {
    bidder_kind: "trade",
    gross: "32,400",
    fees: "900",
    closes_on: addDays(dateOf(world.nowMs), CLOSES_IN_DAYS),
    note: "A merchant wants the whole cask, and would leave it where it lies until it is ready.\nThe price is the merchant's own; nobody else has bid.",
  };
  const bytes = await sheet(["An offer for a cask", "A sample for the demo data: it offers nothing."]);
  const drafted = await draftBid(deps, sessionOf(world, operatorId), { bidId: BID_ID, caskId: CASK_ID, fields, bytes });
  if (!drafted.ok) throw new Error(`${BID_ID} was not drafted: ${drafted.code}`);
  const published = await publishBid(deps, sessionOf(world, secondId), { caskId: CASK_ID, bidId: BID_ID });
  if (!published.ok) throw new Error(`${BID_ID} was not published: ${published.code}`);
}

const REQUEST = { id: "sup_demo_investor", number: "cask2345", hoursAgo: 50, answeredHoursAgo: 44 };
const HOUR_MS = 3_600_000;
const MESSAGE = "My certificate says Glen Fennan, and my wallet says cask 1483.\n\nAre they the same cask?";
const ANSWER =
  "Yes, they are: 1483 is the number on the head of the cask, and Glen Fennan is the name it is sold under.\n\nBoth stand on the page of your stake, under 'Is it real?'.";

/** A question of the demo investor's, with its answer: a thread that waits for no one. */
export async function addSupport({ db, nowMs }: World, of: { investorId: string; operatorId: string }): Promise<void> {
  const { id: requestId, number, hoursAgo, answeredHoursAgo } = REQUEST;
  const added =
    await db.all(sql`INSERT INTO support_requests (id, number, user_id, name, email, kind, message, content_mark, created_at_ms)
    SELECT ${requestId}, ${number}, id, full_name, email, 'other', ${MESSAGE}, ${requestId}, ${nowMs - hoursAgo * HOUR_MS}
    FROM users WHERE id = ${of.investorId} ON CONFLICT DO NOTHING RETURNING id`);
  if (added.length === 0) return;
  const by = { operatorId: of.operatorId, nowMs: nowMs - answeredHoursAgo * HOUR_MS };
  const answered = await runWork(
    db,
    asOperator(db, by, (operator) =>
      answerRequest(db, { requestId, answerId: "ans_demo_investor", body: ANSWER, operator }),
    ),
  );
  if (!answered.ok) throw new Error(`${requestId} was not answered: ${answered.code}`);
}
