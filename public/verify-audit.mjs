#!/usr/bin/env node
// Checks the daily audits of Dunnage, and trusts Dunnage in nothing: this file uses nothing but what Node (20 or newer) or a browser has.
// docs/audit-format.md says what the files are and by which rules they are checked: from it you can write a program of your own.
// What it cannot see: whether the casks exist, for which there are documents, and whether the whole history was made again, consistently, since
// you last looked. For that, keep a head: `--head DATE=HASH` names the first day that is not as it was.

/** Throws what is wrong, and where: a field such as 'casks[csk_x].issued'. */
function wrong(field, what) {
  throw Object.assign(new Error(what), { field });
}

const must = (isRight, field, what) => isRight || wrong(field, what);
const below = (part, field) => (field === "" || field.startsWith("[") ? `${part}${field}` : `${part}.${field}`);

/** Runs a check of one part; what it finds is named below that part. */
function inside(part, check) {
  try {
    return check();
  } catch (error) {
    error.field = below(part, error.field ?? "");
    throw error;
  }
}

/** Runs a check; what is wrong is added to the problems of that day. @returns null if something is */
function attempt(problems, day, check) {
  try {
    return check();
  } catch (error) {
    problems.push({ day, field: error.field ?? "", what: error.message });
    return null;
  }
}

const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const show = (value) => (isObject(value) || Array.isArray(value) ? "this" : `${JSON.stringify(value)}`.slice(0, 80));

// ---- The format: every field of the files ----
const kind = (words, fits) => ({ words, fits });
const like = (words, pattern) => kind(words, (value) => typeof value === "string" && pattern.test(value));
const orNull = ({ words, fits }) => kind(`${words} or null`, (value) => value === null || fits(value));
const oneOf = (words, ...values) => kind(words, (value) => values.includes(value));
const dates = new Map();
/** Whether there is such a day in the calendar. Few days are named, and each many times. */
function isDate(text) {
  if (!dates.has(text))
    dates.set(text, /^\d{4}-\d\d-\d\d$/.test(text) && new Date(`${text}T00:00Z`).toJSON()?.slice(0, 10) === text);
  return dates.get(text);
}

const TEXT = kind("text", (value) => typeof value === "string" && value.isWellFormed());
const WORDS = kind("text of one letter or more", (value) => value !== "" && TEXT.fits(value));
// With 15 digits every sum of a few is exact.
const NUMBER = kind("a whole number", (value) => Number.isInteger(value) && Math.abs(value) < 1e15);
const COUNT = kind("a count", (value) => NUMBER.fits(value) && value >= 0);
const ABOVE_0 = kind("a count above 0", (value) => NUMBER.fits(value) && value > 0);
const CENTS = kind("whole cents", NUMBER.fits);
const DATE = kind("a date", (value) => typeof value === "string" && isDate(value));
const SHA256 = like("a SHA-256", /^[0-9a-f]{64}$/);
const RESULT = oneOf("PASS or FAIL", "PASS", "FAIL");
const TIME = like("a time", /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const PARTS = kind("a number from 1 to 99", (value) => ABOVE_0.fits(value) && value < 100);
const VERSION = oneOf("1, the only version that this program knows. Get a newer one", 1);
const SIGNATURE = like("64 bytes in base64", /^[A-Za-z0-9+/]{85}[AQgw]==$/);
// The first 12 of the SHA-256 of certificate code (lower case, no hyphens), stake number and cask id, joined by line feeds (U+000A).
const MARK = like("12 hex digits", /^[0-9a-f]{12}$/);
const each = (one, names) => Object.fromEntries(names.split(" ").map((name) => [name, one]));

/** An object with these fields and no others. */
function all(...parts) {
  const fields = Object.assign({}, ...parts);
  return { fields, sorted: Object.keys(fields).sort() };
}

const DOCUMENT = all(each(orNull(DATE), "expires_on issued_on"), each(WORDS, "issuer kind"), { sha256: SHA256 });
const VALUATION = all(each(TEXT, "method source tier"), { id: WORDS, value_cents: COUNT, valued_on: DATE });
const CASK = all(each(WORDS, "id name"), each(NUMBER, "certificates_valid free issued reserved total void"), {
  bought_for_cents: orNull(ABOVE_0),
  markup_cents: orNull(CENTS),
  documents: [DOCUMENT],
  ended_on: orNull(DATE),
  list_sha256: SHA256,
  reason: orNull(WORDS),
  result: RESULT,
  valuations: [VALUATION],
});
const OWED_PARTS = "cask_proceeds_cents rewards_pending_cents unsettled_cents wallets_cents withdrawals_open_cents";
const MONEY = all(each(CENTS, `held_cents owed_cents ${OWED_PARTS}`), { reason: orNull(WORDS), result: RESULT });
const BID = all(each(WORDS, "bidder_kind cask_id id"), each(orNull(COUNT), "accepted declined issued"), {
  ...each(COUNT, "fees_cents gross_cents"),
  ...each(PARTS, "accepted_parts accepted_whole voted_parts voted_whole"),
  stakes: ABOVE_0,
  closes_at: TIME,
  opened_at: TIME,
  withdrawn_at: orNull(TIME),
  letter_sha256: SHA256,
  list_sha256: orNull(SHA256),
  result: orNull(oneOf("accepted, refused or expired", "accepted", "refused", "expired")),
});
const RESALE = all({ cask_id: WORDS, fee_cents: COUNT, price_cents: ABOVE_0, valued_cents: orNull(COUNT) });
const OWED = all({ cents: COUNT, root: SHA256, wallets: COUNT });
const TREE = all({ count: COUNT, root: SHA256 });
const HEAD = all({ certificates: TREE, date: DATE, hash: SHA256, owed: OWED, signature: SIGNATURE });
const DAY = all(HEAD.fields, {
  bids: [BID],
  casks: [CASK],
  ledger_head: SHA256,
  ledger_rows: COUNT,
  money: MONEY,
  resales: [RESALE],
  previous_date: orNull(DATE),
  previous_hash: orNull(SHA256),
  reason: orNull(WORDS),
  result: RESULT,
  version: VERSION,
});
const STATE = oneOf("issued, free or void", "issued", "free", "void");
const LIST = all({ cask_id: WORDS, stakes: [all({ mark: orNull(MARK), number: COUNT, state: STATE })], total: NUMBER });
const CHOICE = orNull(oneOf("accept or decline", "accept", "decline"));
const VOTES = all({ bid_id: WORDS, stakes: [all({ choice: CHOICE, mark: orNull(MARK) })] });

/** Throws where a value is not of the format. @param isPart it may say more */
function mustFit(value, shape, isPart = false) {
  if (shape.fits) return shape.fits(value) || wrong("", `${show(value)} is not ${shape.words}`);
  if (Array.isArray(shape)) {
    must(Array.isArray(value), "", `${show(value)} is not a list`);
    return value.forEach((item, at) => inside(`[${nameOf(item, at)}]`, () => mustFit(item, shape[0], isPart)));
  }
  must(isObject(value), "", `${show(value)} is not an object`);
  // The version first: of another one, the rest may look otherwise.
  for (const key of "version" in shape.fields ? ["version", ...shape.sorted] : shape.sorted) {
    if (!Object.hasOwn(value, key)) wrong(key, "is missing");
    const field = shape.fields[key];
    if (!field.fits?.(value[key])) inside(key, () => mustFit(value[key], field, isPart));
  }
  const other = !isPart && Object.keys(value).find((key) => !Object.hasOwn(shape.fields, key));
  return !other || wrong(other, "is not a field of the format");
}

const nameOf = (item, at) => [item?.id, item?.number, at].find((one) => /string|number/.test(typeof one));

// ---- Reading a file ----
/** The canonical JSON of RFC 8785. JavaScript sorts keys, and writes numbers and letters, as it wants them. */
function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical)}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const keys = Object.keys(value).sort();
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`)}}`;
}

const isSorted = (value) =>
  Array.isArray(value)
    ? value.every(isSorted)
    : !isObject(value) || Object.keys(value).every((key, at, keys) => !(keys[at - 1] >= key) && isSorted(value[key]));

/** The value in a canonical text. Throws if the text is not JSON, not of the shape, or written in another way. */
function read(text, shape) {
  const value = JSON.parse(text);
  mustFit(value, shape);
  // What JavaScript writes by itself is canonical, except for the order of keys.
  if (isSorted(value) && JSON.stringify(value) === text) return value;
  const again = canonical(value);
  let at = 0;
  while (text[at] === again[at]) at += 1;
  const around = JSON.stringify(text.slice(Math.max(0, at - 20), at + 20));
  return wrong("", `is not written canonically (blanks, order, or another form of a number or letter): ${around}`);
}

const CASK_BEGINS = '{"bought_for_cents":';
const CASKS_END = '],"certificates":';

/** The day in a canonical text. Most casks say what they said on the day that was read before: `known`, in its order, with their texts. */
function readDay(text, known) {
  const [from, to] = [text.indexOf("[", text.indexOf('"casks":[')) + 1, text.indexOf(CASKS_END)];
  const day = attempt([], "", () => read(text.slice(0, from) + text.slice(to), DAY));
  // Within a text each quotation mark has a backslash before it, so that none looks like the beginning of a cask.
  const rests = text.slice(from + CASK_BEGINS.length, to).split(`,${CASK_BEGINS}`);
  const again = (rest) => ({ rest, cask: attempt([], "", () => read(`${CASK_BEGINS}${rest}`, CASK)) });
  const found = rests.map((rest, at) => (known[at]?.rest === rest ? known[at] : again(rest)));
  const casks = found.map(({ cask }) => cask);
  // If anything is wrong, the whole text names its place.
  if (!day || !text.startsWith(CASK_BEGINS, from) || casks.includes(null)) return read(text, DAY);
  known.splice(0, known.length, ...found);
  return { ...day, casks };
}

const utf8 = new TextEncoder();
const hexOf = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
const fromHex = (text) => Uint8Array.from(text.match(/../g) ?? [], (one) => Number.parseInt(one, 16));
const bytesOf = (raw) => Uint8Array.from(raw, (letter) => letter.charCodeAt(0));

const digest = async (...parts) =>
  new Uint8Array(await crypto.subtle.digest("SHA-256", await new Blob(parts).arrayBuffer()));
const sha256 = async (...parts) => hexOf(await digest(...parts));
const textOf = (bytes) => new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);

/** The SHA-256 of the file without its members `hash` and `signature`, which come after the casks. */
function hashOfDay(text, bytes) {
  const rest = text.slice(text.indexOf(CASKS_END));
  const casks = bytes.subarray(0, bytes.length - utf8.encode(rest).length);
  return sha256(casks, utf8.encode(rest.replaceAll(/"(?:hash|signature)":"[^"]*",/g, "")));
}

// ---- One day ----
function checkDay(day, date) {
  const { casks, money, owed, previous_date: before, reason, result } = day;
  must(day.date === date, "date", `is ${show(day.date)} in the file of ${date}`);
  must(before === null || before < date, "previous_date", "is not a day before this one");
  must((before === null) === (day.previous_hash === null), "previous_hash", "goes together with previous_date");
  for (const cask of casks)
    inside(`casks[${cask.id}]`, () => {
      checkCounts(cask);
      checkPapers(cask, date);
    });
  mustBeSorted(casks, ({ id }) => id, "casks");
  for (const bid of day.bids) inside(`bids[${bid.id}]`, () => checkBid(bid, date));
  mustBeSorted(day.bids, ({ id }) => id, "bids");
  for (const [at, resale] of day.resales.entries()) inside(`resales[${at}]`, () => checkResale(resale, casks));
  inside("money", () => checkMoney(money));
  // What is set aside in the market counts with the wallets, and is in none of them.
  const isCovered = owed.cents <= money.wallets_cents || money.result === "FAIL";
  must(isCovered, "owed.cents", `is ${owed.cents}, and money.wallets_cents ${money.wallets_cents}`);
  must(result === "FAIL" || reason === null, "reason", "there is one, but the result is PASS");
  const failed = casks.find((cask) => cask.result === "FAIL");
  const isPassed = !failed && money.result === "PASS";
  must(result === "FAIL" || isPassed, "result", `PASS, though ${failed ? `casks[${failed.id}]` : "money"} is FAIL`);
}

function mustBeSorted(things, keyOf, field) {
  for (let at = 1; at < things.length; at += 1)
    if (!(keyOf(things[at - 1]) < keyOf(things[at]))) wrong(`${field}[${at}]`, "not in order, or there twice");
}

function checkResult({ result, reason }) {
  must(result === "FAIL" || reason === null, "reason", "there is one, but the result is PASS");
  must(result === "PASS" || reason !== null, "reason", "none is given for FAIL");
}

function checkCounts(cask) {
  checkResult(cask);
  // Of a cask that failed any number may be what is wrong.
  if (cask.result === "FAIL") return;
  const { certificates_valid: valid, free, issued, reserved, total, void: ended } = cask;
  for (const field of ["total", "issued", "reserved", "free", "void", "certificates_valid"])
    if (cask[field] < 0) wrong(field, `${cask[field]} is not a count`);
  const sum = issued + reserved + free + ended;
  if (sum !== total) wrong("issued", `issued, reserved, free and void add up to ${sum}, total is ${total}`);
  if (valid > issued + ended) wrong("certificates_valid", `${valid} of ${issued + ended} stakes that were sold`);
  const { bought_for_cents: paid, markup_cents: added } = cask;
  must((paid === null) === (added === null), "markup_cents", "goes together with bought_for_cents");
  const whole = cask.valuations.find(({ tier }) => tier === "issue")?.value_cents * total;
  must(
    paid === null || paid + added === whole,
    "markup_cents",
    `with ${paid} paid, is not the issue price of all stakes`,
  );
}

function checkPapers(cask, date) {
  const mustBePast = (field, on) => on > date && wrong(field, `${on} is after this day`);
  const ids = new Set(cask.valuations.map(({ id }) => id));
  // The price of a cask that was announced counts from its launch.
  for (const { id, tier, valued_on } of cask.valuations)
    if (tier !== "issue") mustBePast(`valuations[${id}].valued_on`, valued_on);
  must(ids.size === cask.valuations.length, "valuations", "an id is there twice");
  mustBeSorted(cask.valuations, ({ valued_on, id }) => `${valued_on} ${id}`, "valuations");
  for (const [at, { issued_on: on }] of cask.documents.entries())
    if (on !== null) mustBePast(`documents[${at}].issued_on`, on);
  // Two may be the same.
  const keyOf = ({ kind, issued_on, sha256: hash }, at) => `${kind} ${issued_on ?? ""} ${hash} ${10_000_000 + at}`;
  mustBeSorted(cask.documents.map(keyOf), (key) => key, "documents");
  if (cask.ended_on !== null) mustBePast("ended_on", cask.ended_on);
}

function checkMoney(money) {
  checkResult(money);
  if (money.result === "FAIL") return;
  const { held_cents: held, owed_cents: owed } = money;
  const sum = OWED_PARTS.split(" ").reduce((total, field) => total + money[field], 0);
  must(sum === owed, "owed_cents", `${owed}, but its parts (${OWED_PARTS.replaceAll(" ", ", ")}) add up to ${sum}`);
  must(held >= owed, "held_cents", `${held} is less than the ${owed} owed`);
}

/** What follows from a bid's own figures, its result above all. */
function checkBid(bid, date) {
  const { issued, accepted, declined, opened_at: opened } = bid;
  for (const which of ["accepted", "voted"])
    must(bid[`${which}_parts`] <= bid[`${which}_whole`], `${which}_parts`, "is more than the whole");
  must(bid.fees_cents <= bid.gross_cents, "fees_cents", "are more than the price");
  must(opened < bid.closes_at, "closes_at", "is not after opened_at");
  must(opened.slice(0, 10) <= date, "opened_at", "is after this day");
  const [until, end] = [bid.withdrawn_at ?? opened, `${date}T~`];
  must(opened <= until && until < end, "withdrawn_at", "is before it opened, or after this day");
  for (const field of ["accepted", "declined", "issued", "list_sha256"])
    must((bid[field] === null) === (bid.result === null), field, "goes together with result");
  if (bid.result === null) return;
  must(bid.closes_at < end, "result", "is there before the vote has closed");
  const voted = accepted + declined;
  must(voted <= issued, "accepted", `${accepted}, with ${declined} declined, are more than the ${issued} issued`);
  const isEnough = voted > 0 && voted * bid.voted_whole >= issued * bid.voted_parts;
  const isAccepted = accepted * bid.accepted_whole >= voted * bid.accepted_parts;
  const result = isEnough ? (isAccepted ? "accepted" : "refused") : "expired";
  const told = `is ${bid.result}; by its rule ${accepted} of ${voted} voted of ${issued} is ${result}`;
  must(bid.result === result, "result", told);
}

/** A stake changes hands for half of its last value to a tenth above it. */
function checkResale({ cask_id: id, fee_cents: fee, price_cents: price, valued_cents: value }, casks) {
  const cask = casks.find((one) => one.id === id) ?? wrong("cask_id", "is not listed");
  must(fee < 2 * price, "fee_cents", "are more than the price");
  if (value === null) return;
  const isKnown = cask.valuations.some(({ value_cents: one }) => one === value);
  must(isKnown, "valued_cents", `${value} is not a value of the cask`);
  must(price * 2 >= value && price * 10 <= value * 11, "price_cents", `${price} is too far from the value ${value}`);
}

// ---- One day after another ----
/** `before` is the day that `day` follows. @param stays whether a cask is listed in `day` */
function checkFollows(before, day, stays) {
  const { previous_date: named, previous_hash: hash, ledger_rows: rows, ledger_head: head } = day;
  const { date } = before;
  const what = named > date ? `${named} is missing` : `is ${show(named)}, though ${date} was published too`;
  must(named === date, "previous_date", what);
  must(hash === before.hash, "previous_hash", `is not the hash of ${date}: one of both days was changed`);
  must(rows >= before.ledger_rows, "ledger_rows", `${rows}, fewer than the ${before.ledger_rows} of ${date}`);
  const isSame = rows === before.ledger_rows;
  must(!isSame || head === before.ledger_head, "ledger_head", `changed since ${date} without a new row`);
  must(isSame || head !== before.ledger_head, "ledger_head", `the same as of ${date}, though rows were added`);
  for (const bid of before.bids) {
    const now = day.bids.find(({ id }) => id === bid.id);
    must(now, `bids[${bid.id}]`, `stands in ${date}, and was dropped`);
    mustBeSame(told(bid), now, `bids[${bid.id}]`, date);
  }
  // A cask that was withdrawn before anything of it was sold may go; nothing else may.
  for (const { id, issued } of before.casks)
    if (issued > 0 && !stays(id)) wrong(`casks[${id}]`, `was sold of on ${date} and is missing now`);
}

/** Nothing that was said about a cask is taken back: two days that list it, one after the other. */
function checkCaskFollows(before, date, cask) {
  const { bought_for_cents, documents, ended_on, issued, name, total, valuations } = before;
  if (issued > 0 && cask.issued > 0) mustBeSame({ name, total }, cask, "", date);
  mustBeSame(told({ bought_for_cents, ended_on }), cask, "", date);
  for (const value of valuations) {
    const now = cask.valuations.find(({ id }) => id === value.id);
    if (!now) wrong(`valuations[${value.id}]`, `stands in ${date}, and was dropped`);
    mustBeSame(value, now, `valuations[${value.id}]`, date);
  }
  for (const [at, paper] of documents.entries()) {
    if (cask.documents.some((other) => DOCUMENT.sorted.every((field) => other[field] === paper[field]))) continue;
    const now = cask.documents.findIndex((other) => other.sha256 === paper.sha256 && other.kind === paper.kind);
    if (now >= 0) mustBeSame(paper, cask.documents[now], `documents[${now}]`, date);
    wrong(`documents[${at}].sha256`, `${paper.kind} ${paper.sha256} stands in ${date}: altered or dropped`);
  }
}

/** What was null may be added. */
const told = (what) => Object.fromEntries(Object.entries(what).filter(([, value]) => value !== null));

function mustBeSame(before, now, path, date) {
  for (const field in before)
    if (before[field] !== now[field])
      wrong(path ? `${path}.${field}` : field, `was ${show(before[field])} on ${date}, is ${show(now[field])}`);
}

// Days one after the other, the newest first.
/** @param files yields { date, bytes }, or { date, problem } for what cannot be had */
async function checkDays(files, { lists: allLists, keys = [] } = {}) {
  // `casks`: each as it was listed last, with that day; `known`: those of the day read before.
  const run = { days: [], problems: [], casks: new Map(), known: [], lists: new Map() };
  let [after, at] = [null, "latest"];
  try {
    for await (const file of files) {
      at = file.date;
      if (file.problem) {
        run.problems.push({ day: at, field: "", what: file.problem });
        continue;
      }
      const day = await checkFile(run, file, keys);
      if (day) {
        if (allLists || run.days.length === 0) takeLists(run.lists, day);
        const { date, hash, previous_date, previous_hash, result, casks, money } = day;
        const reason = day.reason ?? money.reason ?? casks.find((cask) => cask.reason !== null)?.reason;
        run.days.push({ date, hash, previous_date, previous_hash, result, reason, casks: casks.length });
        compareDays(run, day, after);
      }
      after = day;
    }
  } catch (error) {
    // For instance when the network is gone.
    run.problems.push({ day: at, field: "", what: `could not be read on from here: ${error.message}` });
  }
  return run;
}

async function checkFile({ problems, known }, { date, bytes }, keys) {
  const count = problems.length;
  let text = "";
  const day = attempt(problems, date, () => readDay((text = textOf(bytes)), known));
  if (day === null) return null;
  attempt(problems, date, () => checkDay(day, date));
  const isRight = problems.length === count;
  if (keys.length > 0 && !(await isSigned(day, keys))) attempt(problems, date, () => wrong("signature", NOT_SIGNED));
  // With a wrong sum the hash still tells whether the file was changed after it was published.
  const hash = await hashOfDay(text, bytes);
  const what = `is ${day.hash}, but the file's hash is ${hash}: it was changed`;
  attempt(problems, date, () => must(hash === day.hash, "hash", what));
  return isRight ? day : null;
}

/** Compares a day with the one read before it, which came after it, and its casks with how they were listed next. */
function compareDays({ problems, casks }, day, after) {
  const { date } = day;
  const stays = (id) => casks.get(id)?.date === after.date;
  if (after) attempt(problems, after.date, () => checkFollows(day, after, stays));
  for (const cask of day.casks) {
    const now = casks.get(cask.id);
    const check = () => inside(`casks[${cask.id}]`, () => checkCaskFollows(cask, date, now.cask));
    if (now && now.cask !== cask) attempt(problems, now.date, check);
    casks.set(cask.id, { date, cask });
  }
}

// ---- Lists ----
/** Each list once, for everything that is said about it. */
function takeLists(lists, { date, casks, bids }) {
  for (const bid of bids)
    if (bid.result !== null) lists.set(`bid ${bid.id} ${bid.list_sha256}`, { part: "bids", own: bid, date });
  for (const cask of casks) {
    const { id, list_sha256: hash, total, issued, reserved, free, void: ended, result } = cask;
    lists.set([id, hash, total, issued, reserved + free, ended, result].join(" "), { part: "casks", own: cask, date });
  }
}

/** @param readList gives the bytes of a list, or null. Returns how many stakes it has. */
async function checkList(problems, readList, { part, own, date }) {
  let changed = "";
  const tell = (field, what) => void problems.push({ day: date, field: `${part}[${own.id}].${field}`, what });
  try {
    const bytes =
      (await readList({ part, own, date })) ?? wrong("list_sha256", `the list ${own.list_sha256} is missing`);
    if ((await sha256(bytes)) !== own.list_sha256) changed = "the list has another hash: it was changed";
    const count = inside("list", () => (part === "bids" ? checkVotes : checkStakes)(textOf(bytes), own));
    if (changed) tell("list_sha256", changed);
    return count;
  } catch (error) {
    // With both wrong, the field is what helps to find it.
    tell(error.field || "list", changed ? `${error.message} (${changed})` : error.message);
    return 0;
  }
}

function checkStakes(text, cask) {
  const { cask_id: id, stakes, total } = read(text, LIST);
  must(id === cask.id, "cask_id", `is ${show(id)}`);
  const found = { issued: 0, free: 0, void: 0 };
  const marks = new Set();
  for (const [at, { mark, number, state }] of stakes.entries()) {
    if (number !== at + 1) wrong(`stakes[${number}].number`, `number ${at + 1} should stand here, once`);
    if (mark !== null && (state === "free" || marks.has(mark)))
      wrong(`stakes[${number}].mark`, "of a free stake, or there twice");
    marks.add(mark);
    found[state] += 1;
  }
  const { length } = stakes;
  if (cask.result === "FAIL") return length;
  must(total === cask.total && length === total, "total", `is ${total}, with ${length} stakes, not ${cask.total}`);
  // What is held for a checkout is free here.
  const told = { issued: cask.issued, free: cask.free + cask.reserved, void: cask.void };
  for (const state of Object.keys(told))
    must(found[state] === told[state], "stakes", `${found[state]} are ${state}, the day says ${told[state]}`);
  return length;
}

/** The votes of a bid, counted again. Returns how many stakes there are. */
function checkVotes(text, bid) {
  const list = read(text, VOTES);
  must(list.bid_id === bid.id, "bid_id", `is ${show(list.bid_id)}`);
  const found = { accept: 0, decline: 0 };
  let last = "";
  for (const [at, { choice, mark }] of list.stakes.entries()) {
    const place = mark ?? `without ${choice ?? "none"}`;
    if (place < last || (mark !== null && place === last))
      wrong(`stakes[${at}].mark`, "is not in order, or there twice");
    if (choice !== null) found[choice] += 1;
    last = place;
  }
  const { length } = list.stakes;
  must(length <= bid.stakes, "stakes", `are ${length}, the cask has ${bid.stakes}`);
  must(length === bid.issued, "stakes", `are ${length}, the day says ${bid.issued} issued`);
  must(found.accept === bid.accepted, "stakes", `${found.accept} accept, the day says ${bid.accepted} accepted`);
  must(found.decline === bid.declined, "stakes", `${found.decline} decline, the day says ${bid.declined} declined`);
  return length;
}

// ---- The whole history ----
/** The ends of the chain, and what somebody knows of it. */
function checkEnds({ days: checked, problems }, { heads = [], days = 0 }) {
  const [newest, oldest] = [checked[0], checked.at(-1)];
  const tell = (day, field, what) => problems.push({ day, field, what });
  const isKnownWrong = (date) => problems.some(({ day }) => day === date);
  const before = oldest?.previous_date;
  if (before && !days && !isKnownWrong(before))
    tell(oldest.date, "previous_date", `${before} is missing (to check the newest days only, say --days)`);
  if (newest?.result === "FAIL")
    tell(newest.date, "result", `the audit itself says FAIL: ${newest.reason ?? "no reason given"}`);
  if (!newest && problems.length === 0) tell("-", "", "no day's file was found");
  const hashes = new Map(checked.map(({ date, hash }) => [date, hash]));
  // The oldest day vouches for the one before it, which need not be here.
  if (before && !hashes.has(before)) hashes.set(before, oldest.previous_hash);
  const [date, hash] = [...heads].sort().find(([on, known]) => hashes.get(on) !== known) ?? [];
  if (!date) return;
  const missing = isKnownWrong(date) ? "cannot be read" : "this day is not among the days checked";
  const is = hashes.has(date) ? `is ${hashes.get(date)}, you know ${hash}` : missing;
  tell(date, "hash", `${is}. History was rewritten on this day or before, or not all of it is here`);
}

/** @returns what was found, and `lines`: the same words on the command line and on a page */
function reportOf(where, run, stakes) {
  const { days, problems, lists } = run;
  // Of each day the hash last: a field says more.
  const rank = ({ day, field }) => `${day} ${field === "hash" ? 1 : 0}`;
  problems.sort((a, b) => (rank(a) < rank(b) ? -1 : 1));
  const ok = problems.length === 0;
  const lines = ok ? [`PASS ${where}`] : linesOfProblems(problems);
  if (days.length === 0) return { ok, problems, lines };
  const [newest, ...earlier] = days;
  const span = `${days.length === 1 ? "1 day" : `${days.length} days`}, ${days.at(-1).date} to ${newest.date}`;
  lines.push(`checked: ${span}, each with the hash of the one before it`);
  lines.push(`checked: ${newest.casks} casks on ${newest.date}, and ${lists.size} lists with ${stakes} stakes`);
  for (const { date, reason } of earlier.filter(({ result }) => result === "FAIL"))
    lines.push(`note: on ${date} the audit itself said FAIL: ${reason ?? "no reason given"}`);
  if (ok) lines.push(`head ${newest.date}=${newest.hash}`);
  return { ok, problems, lines };
}

function linesOfProblems(problems) {
  const lines = problems.map(({ day, field, what }) => `FAIL ${day} ${field || "file"}: ${what}`);
  return lines.length > 20 ? [...lines.slice(0, 20), `... and ${lines.length - 20} more`] : lines;
}

/** @param files the days, the newest first @param readList gives the bytes of a list, or null */
async function verify(where, files, readList, options) {
  const run = await checkDays(files, options);
  checkEnds(run, options);
  let stakes = 0;
  for (const wanted = [...run.lists.values()]; wanted.length > 0;) {
    const some = wanted.splice(0, 6).map((list) => checkList(run.problems, readList, list));
    for (const count of await Promise.all(some)) stakes += count;
  }
  return reportOf(where, run, stakes);
}

const dateIn = (bytes, name) =>
  new RegExp(`"${name}":"(\\d{4}-\\d\\d-\\d\\d)"`).exec(new TextDecoder().decode(bytes))?.[1];
const sameBytes = (a, b) => a.length === b.length && a.every((byte, at) => byte === b[at]);

// ---- From a site ----
const readerOf = (origin, get) => async (path) => {
  const answer = await get(`${origin.replace(/\/+$/, "")}${path}`, { headers: { Accept: "application/json" } });
  if (answer.status === 404) return null;
  must(answer.ok, "", `${path} answers ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
};

async function* daysOfSite(fetched, days) {
  const latest = await fetched("/audit/latest.json");
  if (!latest) return;
  let date = dateIn(latest, "date") ?? "latest";
  let bytes = await fetched(`/audit/${date}.json`);
  if (!bytes || !sameBytes(bytes, latest)) yield { date, problem: "latest.json and the file of its day differ" };
  for (let count = 1; bytes; count += 1) {
    yield { date, bytes };
    const before = dateIn(bytes, "previous_date");
    if (!before || !(before < date) || count === days) return;
    date = before;
    bytes = await fetched(`/audit/${date}.json`);
  }
}

/** @param options as on the command line; `get`: instead of fetch */
export function verifyOrigin(origin, options = {}) {
  const fetched = readerOf(origin, options.get ?? fetch);
  const pathOf = ({ part, own, date }) =>
    part === "bids" ? `bids/${own.list_sha256}` : `${date}/${encodeURIComponent(own.id)}`;
  return verify(origin, daysOfSite(fetched, options.days), (list) => fetched(`/audit/${pathOf(list)}.json`), options);
}

// ---- From files, in Node ----
// Days are files called YYYY-MM-DD.json or latest.json. Lists are called by their hash, or by their cask, in a folder of their day.
export async function verifyFiles(paths, options = {}) {
  const { readdirSync, readFileSync, statSync } = await import("node:fs");
  const within = (path) => readdirSync(path, { recursive: true }).map((name) => `${path.replace(/\/$/, "")}/${name}`);
  const found = new Map();
  for (const path of paths.flatMap((one) => (statSync(one).isDirectory() ? within(one).sort() : one))) {
    const [, folder, name] = /(?:([^/\\]+)[/\\])?([^/\\]+)\.json$/.exec(path) ?? [];
    // The latest is a copy of its day.
    const day = name === "latest" ? (dateIn(readFileSync(path), "date") ?? name) : name;
    for (const key of [day, `${folder}/${name}`]) found.set(key, [...(found.get(key) ?? []), path]);
  }
  const dates = [...found.keys()].filter((name) => name === "latest" || isDate(name));
  function* files() {
    for (const date of dates
      .sort()
      .reverse()
      .slice(0, options.days || undefined)) {
      const [bytes, ...copies] = found.get(date).map((path) => readFileSync(path));
      const isSame = copies.every((copy) => sameBytes(bytes, copy));
      if (!isSame) yield { date, problem: `${found.get(date).join(" and ")} differ` };
      yield { date, bytes };
    }
  }
  const readList = ({ own: { id, list_sha256: hash }, date }) =>
    (found.get(hash) ?? found.get(`${date}/${id}`) ?? []).slice(0, 1).map((path) => readFileSync(path))[0];
  return verify(paths.join(" "), files(), readList, options);
}

// ---- Were the values right? ----
const VALUE = all({ tier: WORDS, valueCents: COUNT, valuedOn: DATE });
const EXIT = all(each(COUNT, "feesCents grossCents netPerStakeCents"), {
  caskId: WORDS,
  soldOn: DATE,
  stakes: ABOVE_0,
  values: [VALUE],
});

/** What a stake brought follows from the price, and the values are those that the audit knows. */
function checkExit(exit, { date, casks }) {
  // The file says more, for people.
  mustFit(exit, EXIT, true);
  const { caskId, soldOn, grossCents, feesCents, stakes, netPerStakeCents, values } = exit;
  const net = Math.floor((grossCents - feesCents) / stakes);
  must(net === netPerStakeCents, "netPerStakeCents", `is ${netPerStakeCents}; the price less its costs gives ${net}`);
  const cask = casks.find(({ id }) => id === caskId) ?? wrong("caskId", `is not in the audit of ${date}`);
  must(cask.total === stakes, "stakes", `is ${stakes}, in the audit ${cask.total}`);
  const told = values.map((one) => `${one.valuedOn} ${one.valueCents} ${one.tier}`);
  const before = cask.valuations.filter(({ valued_on: on }) => on < soldOn);
  const known = before.map((one) => `${one.valued_on} ${one.value_cents} ${one.tier}`).sort();
  const missing = known.find((line) => !told.includes(line));
  must(!missing, "values", `${missing} is left out, and stands in the audit of ${date}`);
  // A cask that ended after that day may have been valued after it, too.
  if (cask.ended_on === null) return;
  must(cask.ended_on === soldOn, "soldOn", `is ${soldOn}, in the audit ${cask.ended_on}`);
  must(told.length === known.length, "values", `there are ${told.length}, in the audit ${known.length}`);
}

/** How far off values were, in hundredths of a percent, rounded down; of an even number the one in the middle that is further off. */
function recordOf(exits) {
  const groups = new Map();
  for (const { soldOn, netPerStakeCents, values } of exits)
    for (const { tier, valueCents, valuedOn } of values) {
      if (valueCents === 0 || valuedOn >= soldOn) continue;
      const off = Math.floor(((netPerStakeCents - valueCents) * 10_000) / valueCents);
      const days = (Date.parse(soldOn) - Date.parse(valuedOn)) / 86_400_000;
      const age = `from ${[731, 366, 183, 0].find((least) => days >= least)} days`;
      for (const name of ["all, any age", `all, ${age}`, `${tier}, any age`, `${tier}, ${age}`])
        groups.set(name, [...(groups.get(name) ?? []), off]);
    }
  const say = (points) => `${points < 0 ? "-" : ""}${(Math.abs(points) / 100).toFixed(2)}%`;
  return [...groups].map(([name, offs]) => {
    const furthest = offs.toSorted((a, b) => Math.abs(a) - Math.abs(b) || b - a);
    const average = Math.floor(offs.reduce((sum, off) => sum + off, 0) / offs.length);
    const half = Math.abs(furthest[Math.floor(offs.length / 2)]);
    const count = offs.length === 1 ? "1 value" : `${offs.length} values`;
    return `${name}: ${count}, half within ${say(half)}, on average ${say(average)}, worst ${say(furthest.at(-1))}`;
  });
}

/** Checks every cask that has ended by the newest day, and those that ended since. */
async function verifyValues(site) {
  const fetched = readerOf(site, fetch);
  const bytes = (await fetched("/audit/latest.json")) ?? wrong("", "there is no audit");
  const { date, casks = [] } = JSON.parse(textOf(bytes));
  const { problems } = await checkDays([{ date, bytes }]);
  const tell = (field, check) => attempt(problems, date, () => inside(field, check));
  const { exits: listed } = JSON.parse(textOf((await fetched("/exits.json")) ?? wrong("", "/exits.json is missing")));
  const nameIn = (one) => `exits[${one?.caskId}]`;
  const exits = listed.filter((one) => tell(nameIn(one), () => checkExit(one, { date, casks })) !== null);
  const known = new Set(listed.map((one) => one?.caskId));
  tell("exits", () => must(known.size === listed.length, "", "a cask is there twice"));
  // A loss that is left out is missing here.
  for (const { id, ended_on: ended } of casks)
    if (ended !== null) tell(`exits[${id}]`, () => must(known.has(id), "", `had ended by ${date}, and is left out`));
  const ok = problems.length === 0;
  const checked = `checked: ${exits.length} that ended, with all their values in the audit of ${date}`;
  return { ok, lines: [...(ok ? [`PASS ${site} values`] : linesOfProblems(problems)), checked, ...recordOf(exits)] };
}

// ---- A certificate or a wallet in the trees of its day ----
/** The parts of a day that its signature covers. */
const headOf = ({ certificates, date, hash, owed }) => ({ certificates, date, hash, owed });
const NOT_SIGNED = "is of none of the keys given, or the day was changed";

async function isSigned(day, keys) {
  const [text, signature] = [utf8.encode(canonical(headOf(day))), bytesOf(atob(day.signature))];
  for (const key of keys) {
    const imported = await crypto.subtle.importKey("raw", bytesOf(atob(key)), "Ed25519", false, ["verify"]);
    if (await crypto.subtle.verify("Ed25519", imported, signature, text)) return true;
  }
  return false;
}

/** The root that a leaf leads to, in a tree whose left half is the largest power of two below its size (RFC 9162). */
async function rootOf(leaf, index, count, path) {
  must(count > 1 || path.length === 0, "path", "is longer than the tree is high");
  must(count === 1 || path.length > 0, "path", "is shorter than the tree is high");
  if (count === 1) return leaf;
  let split = 1;
  while (split * 2 < count) split *= 2;
  const [isLeft, beside] = [index < split, fromHex(path.at(-1))];
  const own = await rootOf(leaf, index % split, isLeft ? split : count - split, path.slice(0, -1));
  return digest(Uint8Array.of(1), ...(isLeft ? [own, beside] : [beside, own]));
}

const CERTIFICATE = all({ date: DATE, event: oneOf("issued, void or resold", "issued", "void", "resold"), mark: MARK });
const PROOF = all({ certificate: CERTIFICATE, head: HEAD, index: COUNT, path: [SHA256], version: VERSION });

async function checkCertificate({ certificate, head, index, path }) {
  const leaf = await digest(Uint8Array.of(0), utf8.encode(canonical(certificate)));
  const { count, root } = head.certificates;
  must(index < count, "index", `is ${index}, in a tree of ${count}`);
  const isThere = hexOf(await rootOf(leaf, index, count, path)) === root;
  must(isThere, "head.certificates.root", "is not where this certificate leads: one of both was changed");
  return `counted: the certificate with the register mark ${certificate.mark}, ${certificate.event} on ${certificate.date}`;
}

const WALLET = all({ cents: COUNT, salt: like("32 hex digits", /^[0-9a-f]{32}$/), user_id: WORDS });
const STEP = all({ cents: COUNT, hash: SHA256, side: oneOf("left or right", "left", "right") });
const OWED_FILE = all({ head: HEAD, path: [STEP], version: VERSION, wallet: WALLET });

async function checkWallet({ head, path, wallet }) {
  const amount = (cents) => fromHex(cents.toString(16).padStart(16, "0"));
  let { cents } = wallet;
  let hash = await digest(Uint8Array.of(0), fromHex(wallet.salt), amount(cents), utf8.encode(wallet.user_id));
  for (const { side, ...beside } of path) {
    const both = [hash, amount(cents), fromHex(beside.hash), amount(beside.cents)];
    hash = await digest(Uint8Array.of(1), ...(side === "left" ? [...both.slice(2), ...both.slice(0, 2)] : both));
    cents += beside.cents;
  }
  must(cents === head.owed.cents, "head.owed.cents", `is ${head.owed.cents}, but the path adds up to ${cents}`);
  must(hexOf(hash) === head.owed.root, "head.owed.root", "is not where this wallet leads: one of both was changed");
  return `counted: ${wallet.cents} cents of ${wallet.user_id} in the ${cents} cents owed`;
}

export async function verifyFile(name, buffer, keys = []) {
  try {
    // Written for people too: the order of its fields and its spaces do not matter.
    const value = JSON.parse(textOf(new Uint8Array(buffer)));
    const isWallet = isObject(value) && Object.hasOwn(value, "wallet");
    const file = read(canonical(value), isWallet ? OWED_FILE : PROOF);
    const counted = await (isWallet ? checkWallet(file) : checkCertificate(file));
    const { date, hash } = file.head;
    const signed = keys.length > 0 ? "signed by one of the keys given" : "note: no key was given to tell who signed it";
    must(keys.length === 0 || (await isSigned(file.head, keys)), "head.signature", NOT_SIGNED);
    return { ok: true, lines: [`PASS ${name}`, `${counted} in the audit ${date}=${hash}`, signed] };
  } catch (error) {
    return { ok: false, lines: [`FAIL ${name} ${error.field || "file"}: ${error.message}`] };
  }
}

// ---- The command ----
const USAGE = `usage: node verify-audit.mjs https://ORIGIN | FILE or FOLDER...   every day, from the site or from files that you kept
         --head DATE=HASH   the hash of that day as you know it, from an earlier run; may be given many times
         --days N, --lists  only the newest N days; the lists of all days, not only of the newest
         --key KEY          the site's public key as you keep it (from /audit/key): each day must be signed with it, or with one of several
       node verify-audit.mjs https://ORIGIN --values   how right published values were, from every cask that ended
       node verify-audit.mjs --proof FILE | --owed FILE ...  [--key KEY]...   offline: that your certificate or wallet was counted
exit code 0: PASS, and what was checked; 1: FAIL, with each day and field that is wrong or could not be read; 2: called wrongly`;

async function readArguments(args) {
  const { parseArgs } = await import("node:util");
  const [flag, word, words] = [
    { type: "boolean" },
    { type: "string" },
    { type: "string", multiple: true, default: [] },
  ];
  const options = { head: words, key: words, proof: words, owed: words, days: word, lists: flag, values: flag };
  const { values: read, positionals: paths } = parseArgs({ args, options, allowPositionals: true });
  const { key: keys, days, lists, values } = read;
  const heads = read.head.map((head) => head.split("="));
  const kept = [...read.proof, ...read.owed];
  const site = paths.find((path) => /^https?:\/\//.test(path));
  must(heads.every(([date, hash]) => isDate(date) && SHA256.fits(hash)) && !/^$|^0|\D/.test(days ?? "1"));
  must(keys.every((key) => /^[A-Za-z0-9+/]{43}=$/.test(key)));
  if (kept.length > 0) must(paths.length === 0 && !days && !lists && !values);
  else must(paths.length > 0 && (site ? paths.length === 1 : !values));
  return { paths, site, kept, keys, heads, days: Number(days ?? 0), lists, values };
}

export async function main(words) {
  const options = await readArguments(words).catch(() => null);
  if (!options) return [USAGE, 2];
  const { site, paths, kept, keys, values } = options;
  const tell = ({ ok, lines }) => [lines.join("\n"), ok ? 0 : 1];
  try {
    if (values) return tell(await verifyValues(site));
    if (kept.length === 0) return tell(await (site ? verifyOrigin(site, options) : verifyFiles(paths, options)));
    const { readFileSync } = await import("node:fs");
    const reports = await Promise.all(kept.map((file) => verifyFile(file, readFileSync(file), keys)));
    return tell({ ok: reports.every(({ ok }) => ok), lines: reports.flatMap(({ lines }) => lines) });
  } catch (error) {
    return error.code === "ENOENT" ? [`${error.message}\n${USAGE}`, 2] : [`FAIL - file: ${error.message}`, 1];
  }
}

const called = globalThis.process?.versions?.node && process.argv[1];
const isCalled = async () =>
  (await import("node:fs")).realpathSync(called) === (await import("node:url")).fileURLToPath(import.meta.url);
if (called && (await isCalled())) {
  const [text, code] = await main(process.argv.slice(2));
  console.log(text);
  process.exitCode = code;
}
