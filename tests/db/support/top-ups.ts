import { signIn } from "../../support/people";
import { setMarket } from "../../support/settings";
import { answer } from "./rules";

type Context = Parameters<typeof signIn>[0];

/** What no top-up may be, by rule; each sets where the market is open when it is its turn. */
export async function topUps(context: Context): Promise<[rule: string, act: () => Promise<string>][]> {
  const { userId } = await signIn(context);
  const { userId: newcomer } = await signIn(context, { activated: false });
  const topUp =
    (countries: string, cents: number, who = userId) =>
    async () => {
      await setMarket(context.db, countries);
      return answer(`INSERT INTO payments (id, user_id, purpose, product_name, amount_cents, mode, provider, expires_at_ms, created_at_ms, updated_at_ms)
      VALUES ('pay_top_up', '${who}', 'top-up', 'Money', ${cents}, 'Bank', 'stripe', 9, 1, 1)`);
    };
  return [
    ["payments_top_up_while_market_open", topUp("", 5_000)],
    ["payments_top_up_amount", topUp("IN", 4_999)],
    ["payments_top_up_amount", topUp("*", 1_000_001)],
    ["payments_top_up_of_activated", topUp("*", 5_000, newcomer)],
  ];
}
