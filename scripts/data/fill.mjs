// Statements that fill an empty database as years of selling leave it: whole tables at once, written without triggers, so that
// the last of them reckon what the triggers would have kept. The books' own rules hold on the result.

const DAY_MS = 86_400_000;
const YEARS_MS = 3 * 365 * DAY_MS;
/** Rows of one statement, so that none runs into D1's limit on time. */
const STEP = 20_000;
const PRICE_CENTS = 50_000;
const REWARD_CENTS = 5_000;
const FEE_CENTS = 1_000;

/** Casks on offer, as many as `/invest` shows. */
const CASKS_ON_OFFER = 12;
/** Of each list that an operator works through, so that a page of it is full. */
const WAITING = 130;

/** Who is looked at: holds 50 stakes of 10 casks. */
export const VIEWER = "usr_00000000";
const VIEWER_CASKS = 10;
const VIEWER_STAKES_EACH = 5;

/** The shares of a book with so many stakes. */
export function dataSize(stakes) {
  return {
    stakes,
    casks: Math.min(2_000, Math.max(CASKS_ON_OFFER + 8, Math.ceil(stakes / 500))),
    people: Math.min(100_000, Math.max(200, Math.ceil(stakes / 10))),
  };
}

const id = (prefix, value = "i") => `printf('${prefix}_%08d', ${value})`;

/** @param {{ stakes: number, casks: number, people: number }} size @param {number} endMs the last moment that anything happened at */
export function fillStatements({ stakes, casks, people }, endMs) {
  const each = Math.ceil(stakes / casks);
  const statements = [];
  /** Rows `from` to `to`, each column an expression of `i`. */
  const insert = (table, to, columns, { from = 0, where = "1" } = {}) => {
    const [names, values] = [Object.keys(columns).join(", "), Object.values(columns).join(", ")];
    for (let start = from; start < to; start += STEP)
      statements.push(`WITH RECURSIVE n (i) AS (SELECT ${start} UNION ALL SELECT i + 1 FROM n WHERE i + 1 < ${Math.min(start + STEP, to)})
        INSERT INTO ${table} (${names}) SELECT ${values} FROM n WHERE ${where}`);
  };
  const transfer = (to, { cause, name, debit, credit, amount, reason, at, currency = "USD" }, options) =>
    insert(
      "transfers",
      to,
      {
        id: `${cause} || ':${name}'`,
        debit_account_id: debit,
        credit_account_id: credit,
        amount,
        currency: `'${currency}'`,
        reason: `'${reason}'`,
        refers_to: cause,
        created_at_ms: at,
      },
      options,
    );
  const account = (kind, person) => `'user:' || ${person} || ':${kind}'`;
  const overYears = (count) => `${endMs - YEARS_MS} + i * ${Math.floor(YEARS_MS / count)}`;

  insert("users", people, {
    id: id("usr"),
    email: `${id("person")} || '@example.com'`,
    role: "'investor'",
    full_name: `printf('Asha %05d Rao', i)`,
    referral_code: id("ref"),
    activated_at_ms: overYears(people),
    created_at_ms: overYears(people),
    suspended_at_ms: `iif(i >= ${people - 40}, ${endMs - DAY_MS}, NULL)`,
  });
  for (const kind of ["wallet", "rewards-pending", "tokens"])
    statements.push(
      `INSERT INTO accounts (id, user_id, currency) SELECT ${account(kind, "id")}, id, '${kind === "tokens" ? "TOKEN" : "USD"}' FROM users`,
    );
  insert("casks", casks, {
    id: id("csk"),
    name: `printf('Cask %05d', i)`,
    kind: "'whisky'",
    cask_type: "'hogshead'",
    distillery: "'Glen Test'",
    distillery_information: "'Old.'",
    warehouse: "'Bond 1, Leith'",
    vintage_year: "2019",
    loa_decilitres: "1234",
    cost_per_stake_cents: PRICE_CENTS,
    total_stakes: each + 10,
    launches_on: "'2020-01-01'",
    closes_on: `date(${endMs / 1000}, 'unixepoch', (iif(i < ${CASKS_ON_OFFER}, 60, -200) + i % 30) || ' days')`,
    created_at_ms: overYears(casks),
    state: "'published'",
  });
  for (const [tier, monthsAgo, cents] of [
    ["issue", 36, PRICE_CENTS],
    ["modelled", 24, 51_000],
    ["measured", 12, 52_000],
    ["modelled", 1, 53_000],
  ])
    insert("valuations", casks, {
      id: id(`val_${monthsAgo}`),
      cask_id: id("csk"),
      valued_on: `date(${endMs / 1000}, 'unixepoch', '-${monthsAgo} months')`,
      value_cents: cents,
      tier: `'${tier}'`,
      method: "'regauge'",
      source: "'test'",
      created_at_ms: endMs - monthsAgo * 30 * DAY_MS,
    });
  insert("evidence", casks, {
    id: id("evd"),
    cask_id: id("csk"),
    kind: "'insurance'",
    issuer: "'Test'",
    issued_on: "'2025-01-01'",
    visibility: "'public'",
    file_key: `'evidence/' || ${id("evd")}`,
    media_type: "'application/pdf'",
    size_bytes: 3,
    sha256: "'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'",
    created_at_ms: endMs - DAY_MS,
  });

  /** `payments` and what settlement books about them. */
  const settledPayments = (prefix, count, { person, cask, purpose, product, cents, at, tokens }) => {
    const payment = id(prefix);
    const cause = `'payment:' || ${payment}`;
    const provider = "iif(i % 4 = 3, 'copperx', 'stripe')";
    insert("payments", count, {
      id: payment,
      user_id: person,
      purpose: `'${purpose}'`,
      cask_id: cask,
      product_name: product,
      amount_cents: cents,
      received_cents: cents,
      mode: "'Bank'",
      provider,
      state: "'settled'",
      provider_session_id: `'ses_' || ${payment}`,
      provider_payment_id: `'pp_' || ${payment}`,
      expires_at_ms: at,
      created_at_ms: at,
      updated_at_ms: at,
    });
    transfer(count, {
      cause,
      name: "received",
      debit: `'house:' || ${provider}`,
      credit: "'house:unsettled'",
      amount: cents,
      reason: "payment-received",
      at,
    });
    const [credit, reason] = purpose === "stake" ? ["stake-sales", "stake-sale"] : ["joining-fees", "joining-fee"];
    transfer(count, {
      cause,
      name: "applied",
      debit: "'house:unsettled'",
      credit: `'house:${credit}'`,
      amount: cents,
      reason,
      at,
    });
    transfer(count, {
      cause,
      name: "tokens",
      debit: "'house:token-issue'",
      credit: account("tokens", person),
      amount: tokens,
      reason: "tokens-earned",
      at,
      currency: "TOKEN",
    });
    insert("audit_log", count, {
      id: `'settle:' || ${payment}`,
      actor: "'system'",
      action: "'payment-settled'",
      subject: cause,
      created_at_ms: at,
    });
    insert("provider_events", count, {
      id: `'evt_' || ${payment}`,
      provider,
      type: "'checkout.session.completed'",
      concerns: "'session'",
      session_id: `'ses_' || ${payment}`,
      received_at_ms: at,
    });
  };

  settledPayments("fee", people, {
    person: id("usr"),
    cask: "NULL",
    purpose: "joining-fee",
    product: "'Joining fee'",
    cents: FEE_CENTS,
    at: overYears(people),
    tokens: 1_000,
  });
  const cask = id("csk", `i / ${each}`);
  const isViewers = `i / ${each} < ${VIEWER_CASKS} AND i % ${each} < ${VIEWER_STAKES_EACH}`;
  const owner = id("usr", `iif(${isViewers}, 0, 1 + (i * 7919) % ${people - 1})`);
  const at = overYears(stakes);
  settledPayments("pay", stakes, {
    person: owner,
    cask,
    purpose: "stake",
    product: `printf('Cask %05d', i / ${each})`,
    cents: PRICE_CENTS,
    at,
    tokens: 2_000,
  });
  insert("reservations", stakes, { payment_id: id("pay"), cask_id: cask, state: "'paid'", created_at_ms: at });
  insert("stakes", stakes, {
    id: id("stk"),
    cask_id: cask,
    number: `i % ${each} + 1`,
    user_id: owner,
    payment_id: id("pay"),
    price_cents: PRICE_CENTS,
    purchased_at_ms: at,
  });
  // Every hundredth was made anew, and the newest are still to be made.
  const pending = `i >= ${stakes - WAITING}`;
  // Of those that are still to be made a few are late.
  const madeAt = `iif(${pending}, ${endMs} - iif(i % 50 = 0, ${3 * DAY_MS}, (${stakes} - i) * 60000), ${at})`;
  insert("certificates", stakes, {
    id: id("crt"),
    stake_id: id("stk"),
    code: id("code"),
    state: `iif(${pending}, 'pending', 'issued')`,
    r2_key: `'certificates/' || ${id("crt")}`,
    sha256: `iif(${pending}, NULL, printf('%064d', i))`,
    created_at_ms: madeAt,
    issued_at_ms: `iif(${pending}, NULL, ${at})`,
  });
  insert(
    "outbox",
    stakes,
    {
      id: `'issue-certificate:' || ${id("crt")}`,
      kind: "'issue-certificate'",
      subject_id: id("crt"),
      urgent: 1,
      available_at_ms: madeAt,
      created_at_ms: madeAt,
    },
    { from: stakes - WAITING },
  );
  insert(
    "certificates",
    stakes - WAITING,
    {
      id: id("crv"),
      stake_id: id("stk"),
      sha256: `printf('%064d', i)`,
      created_at_ms: at,
      code: id("void"),
      state: "'void'",
      r2_key: `'certificates/' || ${id("crv")}`,
      issued_at_ms: at,
      voided_at_ms: at,
    },
    { where: "i % 100 = 0" },
  );

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
  unpaid("open", "opn", WAITING, running, {
    checkout_url: "'https://pay.example'",
    user_id: id("usr", `1 + i`),
  });

  // Every tenth person was brought by another: most were paid, some wait, some look like their friend.
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
  const asker = id("usr", `i % ${people}`);
  const open = `i < ${people} AND i % ${people} < ${WAITING}`;
  const requestState = `CASE WHEN ${open} THEN 'progress' WHEN i % 10 = 9 THEN 'rejected' ELSE 'paid' END`;
  const requestAt = `iif(${open}, ${endMs - 3 * DAY_MS} + i, ${overYears(requests)})`;
  insert("withdrawals", requests, {
    id: id("wdr"),
    user_id: asker,
    amount_cents: "1",
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
  const request = { cause: `'withdrawal:' || ${id("wdr")}`, amount: "1", at: requestAt };
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
  insert("account_closings", WAITING, {
    id: id("clo"),
    user_id: id("usr", `${people} - 1 - i`),
    give_up_stakes: 0,
    give_up_balance: 0,
    asked_at_ms: `${endMs - DAY_MS} + i`,
  });
  insert("dead_letters", WAITING, {
    id: id("dl"),
    origin: "'outbox'",
    body: `json_object('outboxId', 'tell-holders:' || ${id("val")})`,
    error: "'test'",
    created_at_ms: `${endMs - DAY_MS} + i`,
  });
  insert("differences", WAITING, {
    id: id("dif"),
    kind: "'books'",
    subject: `'rule ' || i`,
    state: "'open'",
    first_seen_ms: `${endMs - DAY_MS} + i`,
    last_seen_ms: `${endMs - DAY_MS} + i`,
  });
  insert("outbox", WAITING, {
    id: `'tell-holders:' || ${id("val")}`,
    kind: "'tell-holders'",
    subject_id: id("val"),
    available_at_ms: `${endMs} + i`,
    attempts: 3,
    failing_since_ms: `${endMs - DAY_MS} + i`,
    last_error: "'test'",
    created_at_ms: endMs - DAY_MS,
  });
  insert("audits", 30, {
    date: `date(${endMs / 1000}, 'unixepoch', '-' || (i + 1) || ' days')`,
    state: "'published'",
    result: "'PASS'",
    hash: "'x'",
    progress: "'{}'",
    started_at_ms: `${endMs - DAY_MS}`,
    finished_at_ms: `${endMs - DAY_MS}`,
  });
  return [...statements, ...KEPT];
}

/** What triggers keep, reckoned anew. */
const KEPT = [
  "UPDATE casks SET sold_stakes = (SELECT count(*) FROM stakes WHERE cask_id = casks.id)",
  `UPDATE accounts SET credits_total = coalesce((SELECT sum(amount) FROM transfers WHERE credit_account_id = accounts.id), 0),
    debits_total = coalesce((SELECT sum(amount) FROM transfers WHERE debit_account_id = accounts.id), 0)`,
  `UPDATE stakes SET (certificate_id, certificate_code, certificate_state, certificate_at_ms) =
    (SELECT id, code, state, created_at_ms FROM certificates WHERE stake_id = stakes.id AND state <> 'void')`,
  `UPDATE casks SET counted_values = (SELECT json_group_array(json_array(valued_on, value_cents, tier, method, source)
    ORDER BY valued_on, created_at_ms, id) FROM valuations WHERE cask_id = casks.id)`,
  `UPDATE tallies SET withdrawals = (SELECT count(*) FROM withdrawals WHERE state = 'progress'),
    rewards = (SELECT count(*) FROM referrals WHERE state IN ('held', 'pending')),
    dead_letters = ${WAITING}, differences = ${WAITING}, support = ${WAITING}, published = (SELECT count(*) FROM casks)`,
];

/** With the triggers in place again: they reckon whether two people look like one. */
const RECKONED = "UPDATE referrals SET alike = NULL WHERE state IN ('held', 'pending')";

/** Runs `fill` without the triggers, which are put back as they were. */
export async function withoutTriggers(db, fill) {
  const { results: triggers } = await db.prepare("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").all();
  for (const { name } of triggers) await db.prepare(`DROP TRIGGER ${name}`).run();
  await fill();
  for (const { sql } of triggers) await db.prepare(sql).run();
}

/** Fills an empty, migrated D1 database. @param {D1Database} db */
export async function fillData(db, stakes, endMs) {
  await withoutTriggers(db, async () => {
    for (const statement of fillStatements(dataSize(stakes), endMs)) await db.prepare(statement).run();
  });
  await db.prepare(RECKONED).run();
}
