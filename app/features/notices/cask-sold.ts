import { sql } from "drizzle-orm";
import { caskSoldMail } from "~/content/notice-mails-exit";
import { shareOf } from "~/domain/divide-sale";
import type { Composer } from "./notice";
import { placeUrl } from "./notice-place";

type Row = {
  email: string | null;
  caskName: string;
  kind: "sale" | "buy-back";
  soldOn: string;
  netPerStakeCents: number;
  stakes: number;
};

/** What somebody's stakes brought: [EXIT, USER]. Stakes whose credit is still on its way are counted too. */
export const caskSoldNotice: Composer = async (deps, [exitId, userId = ""]) => {
  const [row] = await deps.db
    .all<Row>(sql`SELECT users.email, casks.name AS caskName, exits.kind, exits.sold_on AS soldOn,
      exits.net_per_stake_cents AS netPerStakeCents, (SELECT count(*) FROM stakes
        WHERE stakes.cask_id = casks.id AND stakes.user_id = users.id AND (stakes.exit_id = exits.id OR stakes.state = 'active')) AS stakes
    FROM cask_exits AS exits JOIN casks ON casks.id = exits.cask_id JOIN users ON users.id = ${userId} WHERE exits.id = ${exitId}`);
  if (!row?.email) return "no-address";
  const { email, stakes, ...facts } = row;
  const walletUrl = await placeUrl(deps, "cask-sold", [exitId, userId]);
  return {
    to: email,
    mail: caskSoldMail({ ...facts, stakes, creditCents: shareOf(facts, stakes), walletUrl }),
  };
};
