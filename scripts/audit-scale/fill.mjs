// Statements that fill the books with as many stakes as wanted, as settlement leaves them: whole tables at once, without triggers.

const DAY_MS = 86_400_000;
/** A hundredth of the stakes have a further reward each, so that wallets are not empty. */
const STEP = 20_000;

/** @param {{ stakes: number, casks: number, people: number, endMs: number }} size */
export function fillStatements({ stakes, casks, people, endMs }) {
  const each = Math.ceil(stakes / casks);
  const series = (from, to) =>
    `WITH RECURSIVE n (i) AS (SELECT ${from} UNION ALL SELECT i + 1 FROM n WHERE i + 1 < ${to})`;
  const id = (prefix, value = "i") => `printf('${prefix}_%08d', ${value})`;
  const cask = id("csk", `i / ${each}`);
  const person = id("usr", `(i * 7919) % ${people}`);
  const at = `${endMs} - ${DAY_MS * 300} + i * ${Math.floor((DAY_MS * 299) / stakes)}`;
  const statements = [
    `${series(0, people)} INSERT INTO users (id, email, role, referral_code, activated_at_ms, created_at_ms)
      SELECT ${id("usr")}, ${id("mail")} || '@example.com', 'investor', ${id("ref")}, 1, 1 FROM n`,
    ...["wallet", "rewards-pending", "tokens"].map(
      (kind) => `INSERT INTO accounts (id, user_id, currency) SELECT 'user:' || id || ':${kind}', id,
        '${kind === "tokens" ? "TOKEN" : "USD"}' FROM users`,
    ),
    `${series(0, casks)} INSERT INTO casks (id, name, kind, cask_type, distillery, distillery_information, warehouse, vintage_year, loa_decilitres,
      cost_per_stake_cents, total_stakes, sold_stakes, launches_on, closes_on, created_at_ms, state)
      SELECT ${id("csk")}, ${id("Cask")}, 'whisky', 'hogshead', 'Glen Test', 'Old.', 'Bond 1', 2019, 1234, 50000, ${each + 10}, 0,
        '2020-01-01', '2099-12-31', 1, 'published' FROM n`,
    `INSERT INTO valuations (id, cask_id, valued_on, value_cents, tier, method, source, created_at_ms)
      SELECT 'val_' || id, id, '2025-01-01', 52000, 'modelled', 'regauge', 'test', 1 FROM casks`,
    `INSERT INTO evidence (id, cask_id, kind, issuer, issued_on, visibility, file_key, media_type, size_bytes, sha256, created_at_ms)
      SELECT 'evd_' || id, id, 'insurance', 'Test', '2025-01-01', 'public', 'evidence/' || id, 'application/pdf', 3,
        'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad', 1 FROM casks`,
  ];
  for (let from = 0; from < stakes; from += STEP) {
    const n = series(from, Math.min(from + STEP, stakes));
    const transfer = (
      name,
      debit,
      credit,
      amount,
      currency,
      reason,
    ) => `${n} INSERT INTO transfers (id, debit_account_id, credit_account_id,
      amount, currency, reason, refers_to, created_at_ms) SELECT 'payment:' || ${id("pay")} || ':${name}', ${debit}, ${credit}, ${amount},
      '${currency}', '${reason}', 'payment:' || ${id("pay")}, ${at} FROM n`;
    statements.push(
      `${n} INSERT INTO payments (id, user_id, purpose, cask_id, product_name, amount_cents, received_cents, mode, provider, state, expires_at_ms,
        created_at_ms, updated_at_ms) SELECT ${id("pay")}, ${person}, 'stake', ${cask}, 'p', 50000, 50000, 'Bank', 'stripe', 'settled', 1, ${at}, ${at} FROM n`,
      `${n} INSERT INTO reservations (payment_id, cask_id, state, created_at_ms) SELECT ${id("pay")}, ${cask}, 'paid', ${at} FROM n`,
      `${n} INSERT INTO stakes (id, cask_id, number, user_id, payment_id, price_cents, purchased_at_ms)
        SELECT ${id("stk")}, ${cask}, i % ${each} + 1, ${person}, ${id("pay")}, 50000, ${at} FROM n`,
      `${n} INSERT INTO certificates (id, stake_id, code, state, r2_key, sha256, created_at_ms, issued_at_ms)
        SELECT ${id("crt")}, ${id("stk")}, ${id("code")}, 'issued', ${id("crt")}, 'x', ${at}, ${at} FROM n`,
      transfer("received", "'house:stripe'", "'house:unsettled'", 50_000, "USD", "payment-received"),
      transfer("applied", "'house:unsettled'", "'house:stake-sales'", 50_000, "USD", "stake-sale"),
      transfer("tokens", "'house:token-issue'", `'user:' || ${person} || ':tokens'`, 2_000, "TOKEN", "tokens-earned"),
    );
  }
  return [
    ...statements,
    `UPDATE casks SET counted_values = (SELECT json_group_array(json_array(valued_on, value_cents, tier, method, source)
      ORDER BY valued_on, created_at_ms, id) FROM valuations WHERE cask_id = casks.id)`,
    `UPDATE stakes SET certificate_id = certificates.id, certificate_code = certificates.code, certificate_state = certificates.state,
      certificate_at_ms = certificates.created_at_ms FROM certificates WHERE certificates.stake_id = stakes.id`,
    "UPDATE casks SET sold_stakes = (SELECT count(*) FROM stakes WHERE cask_id = casks.id)",
    `UPDATE accounts SET credits_total = coalesce((SELECT sum(amount) FROM transfers WHERE credit_account_id = accounts.id), 0),
      debits_total = coalesce((SELECT sum(amount) FROM transfers WHERE debit_account_id = accounts.id), 0)`,
  ];
}
