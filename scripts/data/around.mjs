import { account, DAY_MS, id, openWithdrawals, WAITING, YEARS_MS } from "./writer.mjs";

// What is around the sales: what was begun and not paid, rewards, payouts, support, and what waits for a person.

const PRICE_CENTS = 50_000;
const REWARD_CENTS = 5_000;

export function fillUnpaid({ insert, overYears, endMs }, { stakes, casks, people }) {
  // What was begun and not paid, and what waits.
  const begun = Math.max(WAITING * 2, Math.floor(stakes / 5));
  const unpaid = (state, prefix, count, times, more = {}) =>
    insert("payments", count, {
      id: id(prefix),
      user_id: id("usr", `1 + (i * 31) % ${people - 1}`),
      purpose: "'stake'",
      cask_id: id("csk", `i % ${casks}`),
      product_name: `printf('Cask %05d', i % ${casks})`,
      amount_cents: PRICE_CENTS,
      mode: "'Bank'",
      provider: "iif(i % 4 = 3, 'copperx', 'stripe')",
      state: `'${state}'`,
      provider_session_id: `'ses_' || ${id(prefix)}`,
      ...times,
      ...more,
    });
  const inYears = overYears(begun);
  const past = { expires_at_ms: inYears, created_at_ms: inYears, updated_at_ms: inYears };
  unpaid("expired", "exp", begun, past);
  const opened = `${endMs} - iif(i < 3, ${DAY_MS}, 60000) + i`;
  const running = { expires_at_ms: `${opened} + 1800000`, created_at_ms: opened, updated_at_ms: opened };
  unpaid("open", "opn", WAITING, running, { checkout_url: "'https://pay.example'", user_id: id("usr", `1 + i`) });
}

export function fillPaidOut({ insert, transfer, overYears, endMs }, { stakes, people }) {
  // Every tenth person was referred by another: most were paid, some wait, some look like their friend.
  const brought = Math.max(WAITING * 3, Math.floor(people / 10));
  const [referred, referrer] = [id("usr", `${people - 1} - i % ${people - 2}`), id("usr", `i % ${people - 2} / 2 + 1`)];
  const referrals = Math.min(brought, Math.floor(people / 2) - 2);
  const rewardState = `CASE WHEN i < ${WAITING / 2} THEN 'held' WHEN i < ${WAITING} THEN 'pending' ELSE 'paid' END`;
  const rewardAt = `${endMs - YEARS_MS / 2} + i`;
  insert("referrals", referrals, {
    referred_id: referred,
    referrer_id: referrer,
    state: rewardState,
    reward_cents: REWARD_CENTS,
    payment_id: id("pay", `i % ${stakes}`),
    created_at_ms: rewardAt,
  });
  const reward = { cause: `'referral:' || ${referred}`, amount: REWARD_CENTS, at: rewardAt };
  transfer(
    referrals,
    {
      ...reward,
      name: "reward",
      debit: "'house:promotions'",
      credit: account("rewards-pending", referrer),
      reason: "referral-reward",
    },
    { from: WAITING / 2 },
  );
  transfer(
    referrals,
    {
      ...reward,
      name: "paid",
      debit: account("rewards-pending", referrer),
      credit: account("wallet", referrer),
      reason: "reward-paid",
    },
    { from: WAITING },
  );

  // Everybody has a bank account; each was given a little, and asked for half of it. The viewer's requests come first.
  insert("bank_details", people, {
    user_id: id("usr"),
    holder_name: `printf('Asha %05d Rao', i)`,
    bank_name: "'Test Bank'",
    ifsc_code: "'TEST0001234'",
    branch_address: "'Pune'",
    account_number_sealed: "'x'",
    account_last4: "printf('%04d', i % 10000)",
    key_id: "'k'",
    account_mark: id("mark"),
    changed_at_ms: overYears(people),
  });
  transfer(people, {
    cause: `'promotion:' || ${id("gift")}`,
    name: "gift",
    debit: "'house:promotions'",
    credit: account("wallet", id("usr")),
    amount: 2_000,
    reason: "promotion",
    at: overYears(people),
  });
  const requests = people * 2;
  /** Two of them are less than the gift. */
  const asked = "100 + i % 800";
  const asker = id("usr", `i % ${people}`);
  const open = `i < ${people} AND i % ${people} < ${openWithdrawals(people)}`;
  const requestState = `CASE WHEN ${open} THEN 'progress' WHEN i % 10 = 9 THEN 'rejected' ELSE 'paid' END`;
  const requestAt = `iif(${open}, ${endMs - 3 * DAY_MS} + i, ${overYears(requests)})`;
  insert("withdrawals", requests, {
    id: id("wdr"),
    user_id: asker,
    amount_cents: asked,
    mode: "'Bank'",
    holder_name: "'Asha Rao'",
    bank_name: "'Test Bank'",
    ifsc_code: "'TEST0001234'",
    account_number_sealed: "'x'",
    account_last4: `printf('%04d', i % ${people} % 10000)`,
    key_id: "'k'",
    state: requestState,
    account_mark: id("mark", `i % ${people}`),
    payable_from_ms: `iif(i % 2 = 0 OR NOT (${open}), ${requestAt}, ${endMs + DAY_MS} + i)`,
    bank_reference: `iif(${requestState} = 'paid', ${id("UTR")}, NULL)`,
    reject_reason: `iif(${requestState} = 'rejected', 'The name does not match.', NULL)`,
    created_at_ms: requestAt,
    updated_at_ms: requestAt,
  });
  const request = { cause: `'withdrawal:' || ${id("wdr")}`, amount: asked, at: requestAt };
  const wallet = account("wallet", asker);
  transfer(requests, {
    ...request,
    name: "hold",
    debit: wallet,
    credit: "'house:withdrawals'",
    reason: "withdrawal-hold",
  });
  transfer(
    requests,
    { ...request, name: "paid", debit: "'house:withdrawals'", credit: "'house:bank'", reason: "withdrawal-paid" },
    { where: `${requestState} = 'paid'` },
  );
  transfer(
    requests,
    { ...request, name: "released", debit: "'house:withdrawals'", credit: wallet, reason: "withdrawal-released" },
    { where: `${requestState} = 'rejected'` },
  );
}

export function fillAround({ insert, overYears, endMs }, { people }) {
  const asked = Math.max(WAITING * 3, Math.floor(people / 10));
  const askedAt = overYears(asked);
  insert("support_requests", asked, {
    id: id("sup"),
    number: id("S"),
    user_id: id("usr", `i % ${people}`),
    name: "'Asha Rao'",
    email: `${id("person", `i % ${people}`)} || '@example.com'`,
    kind: "'other'",
    message: "'Where is my certificate?'",
    content_mark: id("mark"),
    created_at_ms: askedAt,
    answered_at_ms: `iif(i >= ${asked - WAITING}, NULL, ${askedAt})`,
    closed_at_ms: `iif(i >= ${asked - 2 * WAITING}, NULL, ${askedAt})`,
  });
  insert("leads", Math.max(WAITING, Math.floor(people / 5)), {
    id: id("led"),
    email: `${id("lead")} || '@example.com'`,
    created_at_ms: overYears(Math.max(WAITING, Math.floor(people / 5))),
  });
  insert("contact_changes", Math.floor(people / 50), {
    id: id("cch"),
    user_id: id("usr", "i * 50"),
    channel: "'email'",
    old_value: `${id("old")} || '@example.com'`,
    changed_at_ms: overYears(people),
  });
  insert("dead_letters", WAITING, {
    id: id("dl"),
    origin: "'outbox'",
    body: `json_object('outboxId', 'tell-bid:' || ${id("val")})`,
    error: "'test'",
    created_at_ms: `${endMs - DAY_MS} + i`,
  });
  insert("differences", WAITING, {
    id: id("dif"),
    kind: "'paid-twice'",
    subject: `'cs_' || i`,
    provider: "'stripe'",
    state: "'open'",
    first_seen_ms: `${endMs - DAY_MS} + i`,
    last_seen_ms: `${endMs - DAY_MS} + i`,
  });
  insert("outbox", WAITING, {
    id: `'tell-bid:' || ${id("val")}`,
    kind: "'tell-bid'",
    subject_id: id("val"),
    available_at_ms: `${endMs} + i`,
    attempts: 3,
    failing_since_ms: `${endMs - DAY_MS} + i`,
    last_error: "'test'",
    created_at_ms: endMs - DAY_MS,
  });
  insert("audits", 30, {
    date: `date(${endMs / 1000}, 'unixepoch', '-' || (i + 1) || ' days')`,
    result: "'PASS'",
    hash: "'x'",
    ledger_head: "'x'",
    ledger_right: 1,
    casks: 1,
    stakes: 1,
    documents: 1,
    finished_at_ms: `${endMs - DAY_MS}`,
  });
}
