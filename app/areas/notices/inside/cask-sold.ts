import { sql } from "drizzle-orm";
import { caskSoldMail } from "~/content/notice-mails-exit";
import { creditsOf } from "~/domain/advance";
import { advancedOn } from "~/areas/casks/exits/advances";
import type { Composer } from "./notice";
import { placeUrl } from "./notice-place";

type Row = {
  email: string | null;
  caskName: string;
  kind: "sale" | "buy-back";
  soldOn: string;
  netPerStakeCents: number;
  /** What was advanced on each of their stakes, as JSON. */
  advances: string;
};

/** What a user's stakes brought: [EXIT, USER]. Stakes whose credit is still on its way are counted too. */
export const caskSoldNotice: Composer = async (deps, [exitId, userId = ""]) => {
  const [row] = await deps.db
    .all<Row>(sql`SELECT users.email, casks.name AS caskName, exits.kind, exits.sold_on AS soldOn,
      exits.net_per_stake_cents AS netPerStakeCents, (SELECT json_group_array(${advancedOn(sql`stakes.id`)}) FROM stakes
        WHERE stakes.cask_id = casks.id AND stakes.user_id = users.id AND (stakes.exit_id = exits.id OR stakes.state = 'active')) AS advances
    FROM cask_exits AS exits JOIN casks ON casks.id = exits.cask_id JOIN users ON users.id = ${userId} WHERE exits.id = ${exitId}`);
  if (!row?.email) return "no-address";
  const { email, advances, ...facts } = row;
  const each = JSON.parse(advances) as number[];
  const walletUrl = await placeUrl(deps, "cask-sold", [exitId, userId]);
  return {
    to: email,
    mail: caskSoldMail({ ...facts, stakes: each.length, ...creditsOf(row.netPerStakeCents, each), walletUrl }),
  };
};
