// A user whose every value is as long as possible, which the demo data has no use for.
import type { HttpJourney } from "./http-journey";
import { signInByEmail } from "./sign-in";
import { sql } from "./sql";

export const LONG_NAME = "Glenn-Uisge-Bhaile-an-t-Sratha 1987 First Fill Sherry Puncheon";
export const LARGE_AMOUNT = "$1,234,567.89";

const BOUGHT_MS = Date.now() - 770 * 86_400_000;

/** One stake that can be withdrawn, of a cask with a long name, valued at 1,234,567.89, and as much in the wallet. */
const holding = (email: string, id: string) => `
UPDATE users SET activated_at_ms = ${BOUGHT_MS} WHERE email = '${email}';
INSERT INTO casks (id, name, kind, cask_type, distillery, distillery_information, warehouse, vintage_year, loa_decilitres, cost_per_stake_cents,
  total_stakes, launches_on, closes_on, created_at_ms, state)
  VALUES ('csk_${id}', '${LONG_NAME}', 'whisky', 'butt', 'Glenn-Uisge-Bhaile-an-t-Sratha', 'Old.', 'Bond 1', 1987, 9999, 100000000, 1, '2020-01-01', '2099-12-31', ${BOUGHT_MS}, 'draft');
UPDATE casks SET state = 'published' WHERE id = 'csk_${id}';
INSERT INTO payments (id, user_id, purpose, cask_id, product_name, amount_cents, mode, provider, expires_at_ms, created_at_ms, updated_at_ms)
  SELECT 'pay_${id}', id, 'stake', 'csk_${id}', '${LONG_NAME}', 100000000, 'Bank', 'stripe', ${BOUGHT_MS}, ${BOUGHT_MS}, ${BOUGHT_MS} FROM users WHERE email = '${email}';
INSERT INTO reservations (payment_id, cask_id, created_at_ms) VALUES ('pay_${id}', 'csk_${id}', ${BOUGHT_MS});
UPDATE payments SET state = 'paid', received_cents = amount_cents WHERE id = 'pay_${id}';
UPDATE reservations SET state = 'paid' WHERE payment_id = 'pay_${id}';
INSERT INTO stakes (id, cask_id, number, user_id, payment_id, price_cents, purchased_at_ms)
  SELECT 'stk_${id}', 'csk_${id}', 1, id, 'pay_${id}', 100000000, ${BOUGHT_MS} FROM users WHERE email = '${email}';
UPDATE payments SET state = 'settled' WHERE id = 'pay_${id}';
INSERT INTO certificates (id, stake_id, code, r2_key, created_at_ms) VALUES ('crt_${id}', 'stk_${id}', 'crt_${id}', 'crt_${id}', ${BOUGHT_MS});
INSERT INTO valuations (id, cask_id, valued_on, value_cents, tier, method, source, created_at_ms)
  VALUES ('val_${id}_1', 'csk_${id}', '2020-01-01', 100000000, 'issue', 'test', 'test', ${BOUGHT_MS}),
    ('val_${id}_2', 'csk_${id}', date(${BOUGHT_MS} / 1000, 'unixepoch', '+1 year'), 123456789, 'measured', 'test', 'test', ${BOUGHT_MS});
INSERT INTO transfers (id, debit_account_id, credit_account_id, amount, currency, reason, refers_to, created_at_ms)
  SELECT 'sale_${id}', 'house:returns', 'user:' || id || ':wallet', 123456789, 'USD', 'cask-sale', 'stake:stk_${id}', ${BOUGHT_MS} FROM users WHERE email = '${email}'`;

/** Signs in a user with right-to-left names. `id` is unique to the test. */
export async function signInLargeHolder(id: string): Promise<HttpJourney> {
  const email = `large-${id}@example.com`;
  const journey = await signInByEmail(email);
  await sql(holding(email, id).split(/;\n/));
  await journey.visit("/personal-details");
  await journey.submit({ full_name: "محمد عبد الرحمن بن عبد العزيز الأنصاري", address: "רחוב הרצל 12\nPIN 560001" });
  await journey.submit({ name_on_certificate: "Muhammad al-Ansari" });
  await journey.visit("/bank-details");
  await journey.submit({
    holder_name: "יוסף בן־אברהם כהן־צדק",
    bank_name: "بنك المثال",
    account_number: "123456789012",
  });
  return journey;
}
