import { account, DAY_MS, id, WAITING } from "./writer.mjs";

// People, casks, what was bought of them, and the certificates of that.

const PRICE_CENTS = 50_000;
const FEE_CENTS = 1_000;

/** Casks on offer, as many as `/invest` shows. */
export const CASKS_ON_OFFER = 12;
const VIEWER_CASKS = 10;
const VIEWER_STAKES_EACH = 5;

export function fillSold({ statements, insert, transfer, overYears, endMs }, { stakes, casks, people }) {
  const each = Math.ceil(stakes / casks);
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
  // Every hundredth was reissued, and the newest are still to be made.
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
}
