import { eq } from "drizzle-orm";
import { bids } from "~/db/schema/market";
import { addDays, dateOf } from "~/domain/calendar-date";
import { draftBid } from "~/areas/market/draft-bid";
import { publishBid } from "~/areas/market/publish-bid";
import { sessionOf, sheet } from "./add-papers";
import { depsAt, type World } from "./world";

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
