// Adds what the load needs besides the demo data: casks with enough stakes and with too few, and holders of a balance.
export const CASKS = [
  { id: "csk_kill_many", totalStakes: 100_000 },
  { id: "csk_kill_some", totalStakes: 100_000 },
  { id: "csk_kill_few", totalStakes: 25 },
];

export const makeHolders = (count) =>
  Array.from({ length: count }, (_, i) => ({
    id: `usr_kill_${i}`,
    email: `holder-${i}@example.com`,
    amountCents: 1_000 + i,
  }));

const day = (offset) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);

export function stageSql(holders) {
  const nowMs = Date.now();
  const casks = CASKS.map(
    ({
      id,
      totalStakes,
    }) => `INSERT INTO casks (id, name, kind, cask_type, distillery, distillery_information, warehouse, vintage_year, loa_decilitres,
      cost_per_stake_cents, total_stakes, launches_on, closes_on, created_at_ms)
      VALUES ('${id}', 'Cask ${id}', 'whisky', 'butt', 'Glen Test', 'Made for tests.', 'Bond 1, Leith', 2019, 1234, 50000, ${totalStakes}, '${day(-9)}', '${day(99)}', ${nowMs})`,
  );
  // A cask begins as a draft, of which nothing can be bought.
  casks.push("UPDATE casks SET state = 'published' WHERE id LIKE 'csk_kill_%'");
  const credits = holders.flatMap(({ id, email, amountCents }) => [
    `INSERT INTO users (id, email, referral_code, activated_at_ms, created_at_ms) VALUES ('${id}', '${email}', '${id}', ${nowMs}, ${nowMs})`,
    `INSERT INTO transfers (id, debit_account_id, credit_account_id, amount, currency, reason, refers_to, created_at_ms)
      VALUES ('stage:${id}', 'house:promotions', 'user:${id}:wallet', ${amountCents}, 'USD', 'promotion', 'user:${id}', ${nowMs})`,
  ]);
  return [...casks, ...credits].join(";\n");
}
