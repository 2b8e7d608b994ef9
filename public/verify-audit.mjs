#!/usr/bin/env node
// Checks the daily audits of Dunnage, and trusts Dunnage in nothing: this file uses nothing but what Node (20 or newer) or a browser has.
//
//   node verify-audit.mjs https://ORIGIN           fetches every day from the site
//   node verify-audit.mjs FILE or FOLDER ...       reads files that you kept
//     --head DATE=HASH   the hash of that day as you know it (from a mail, a stamp, or an earlier run); may be given many times
//     --days N           only the newest N days
//     --lists            the lists of all days, not only of the newest
//   node verify-audit.mjs https://ORIGIN --values   how right published values were, from every cask that ended
//   node verify-audit.mjs --owed FILE ...   offline: that your wallet leads to the root of its day (from /wallet/owed.json)
//
// Exit code 0: PASS, and what was checked. 1: FAIL, with each day and field that is wrong or could not be read. 2: called wrongly.
//
// What it checks, for each day's file (audit/days/YYYY-MM-DD.json):
//   1. It is written in the one way there is to write it (canonical JSON, RFC 8785), and `hash` is the SHA-256 of all the rest.
//   2. The counts of each cask add up, and so does the money; what is owed is covered by what is held.
//   3. It names the day before it and that day's hash. So nobody can change one day without changing every day after it.
//   4. Nothing that was published is altered or dropped later: documents and valuations are only added, a wrong valuation is
//      followed by one that `supersedes` it. The ledger only grows.
//   5. Of each bid put to the holders of a cask: its result follows from the counts by the rule it was published with, and nothing of
//      that changes from day to day. Of its list of votes: each stake votes once, and they add up to the counts.
// And of each cask's list (audit/lists/SHA256.json): that it has the hash that the day names, that every stake from 1 to the
// total stands in it once, and that there are as many of each state as the day says.
// And of values: that every cask that ended is listed, with every value that the newest day has of it, that what a stake brought follows
// from the price, and that the published record follows from both.
// And of a wallet: that it leads, with what stands beside it, to the root and the sum that its file names.
//
// What it cannot see: whether the casks exist (that is what the documents are for), and whether the whole history was made anew,
// consistently, since you last looked. For that, keep a head: `--head DATE=HASH` names the first day that is not as it was.

/** What is wrong, and where: a field such as 'casks[csk_x].issued'. */
class Wrong extends Error {
  constructor(field, what) {
    super(what);
    this.field = field;
  }
}

function wrong(field, what) {
  throw new Wrong(field, what);
}

/** Runs a check of one part; what it finds is named below that part. */
function inside(part, check) {
  try {
    return check();
  } catch (error) {
    error.field = error.field ? `${part}.${error.field}` : part;
    throw error;
  }
}

/** For messages. */
const show = (value) => (isObject(value) || Array.isArray(value) ? "this" : `${JSON.stringify(value)}`.slice(0, 80));
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

// ---- The format: every field of the files, and the one way to write each kind of value ----

const kind = (words, pattern) => ({ words, pattern: `(?:${pattern})` });
const inOrder = (shape) => Object.fromEntries(Object.entries(shape).sort(([a], [b]) => (a < b ? -1 : 1)));
const orNull = ({ words, pattern }) => kind(`${words} or null`, `null|${pattern}`);

const TEXT = kind(
  "text",
  String.raw`"[^"\\\u0000-\u001f]*(?:\\(?:["\\bfnrt]|u00(?:0[0-7bef]|1[0-9a-f]))[^"\\\u0000-\u001f]*)*"`,
);
const WORDS = kind("text of one letter or more", `(?!"")${TEXT.pattern}`);
// With 15 digits every sum of a few is exact.
const NUMBER = kind("a whole number", String.raw`0|-?[1-9]\d{0,14}`);
const COUNT = kind("a count", String.raw`0|[1-9]\d{0,14}`);
const CENTS = kind("whole cents", NUMBER.pattern);
const DATE = kind("a date", String.raw`"\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])"`);
const SHA256 = kind("a SHA-256", '"[0-9a-f]{64}"');
const RESULT = kind("PASS or FAIL", '"PASS"|"FAIL"');

const DOCUMENT = { expires_on: orNull(DATE), issued_on: orNull(DATE), issuer: WORDS, kind: WORDS, sha256: SHA256 };
const VALUATION = {
  ...{ id: WORDS, method: TEXT, source: TEXT, supersedes: orNull(WORDS), tier: TEXT },
  ...{ value_cents: COUNT, valued_on: DATE },
};
const CASK = {
  ...{
    certificates_valid: NUMBER,
    documents: [DOCUMENT],
    ended_on: orNull(DATE),
    free: NUMBER,
    id: WORDS,
    issued: NUMBER,
    list_sha256: SHA256,
  },
  ...{ name: WORDS, reason: orNull(WORDS), reserved: NUMBER, result: RESULT, total: NUMBER },
  ...{ valuations: [VALUATION], void: NUMBER },
};
const MONEY = {
  ...{ cask_proceeds_cents: CENTS, held_cents: CENTS, owed_cents: CENTS, reason: orNull(WORDS), result: RESULT },
  ...{ rewards_pending_cents: CENTS, unsettled_cents: CENTS, wallets_cents: CENTS, withdrawals_open_cents: CENTS },
};
const TIME = kind("a time", String.raw`"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z"`);
const PARTS = kind("a number from 1 to 99", String.raw`[1-9]\d?`);
const BID = {
  ...{ accepted: orNull(COUNT), bidder_kind: WORDS, cask_id: WORDS, closes_at: TIME, declined: orNull(COUNT) },
  ...{ fees_cents: COUNT, gross_cents: COUNT, id: WORDS, issued: orNull(COUNT), letter_sha256: SHA256 },
  ...{ list_sha256: orNull(SHA256), net_per_stake_cents: COUNT, opened_at: TIME },
  result: orNull(kind("accepted, refused or expired", '"accepted"|"refused"|"expired"')),
  rule: { accepted_parts: PARTS, accepted_whole: PARTS, voted_parts: PARTS, voted_whole: PARTS },
  ...{ stakes: COUNT, withdrawn_at: orNull(TIME) },
};
const SIGNATURE = kind("64 bytes in base64", '"[A-Za-z0-9+/]{86}=="');
const CERTIFICATES = { count: COUNT, root: SHA256 };
const TREE_OF_WALLETS = { cents: COUNT, root: SHA256, wallets: COUNT };
const DAY = {
  ...{ bids: [BID], casks: [CASK], certificates: CERTIFICATES, date: DATE, hash: SHA256 },
  ...{ ledger_head: SHA256, ledger_rows: COUNT, money: MONEY, owed: TREE_OF_WALLETS },
  ...{ previous_date: orNull(DATE), previous_hash: orNull(SHA256), reason: orNull(WORDS), result: RESULT },
  signature: SIGNATURE,
  version: kind("1, the only version that this program knows. Get a newer one", "1"),
};
// The first 12 of the SHA-256 of certificate code (lower case, no hyphens), stake number and cask id, joined by line feeds (U+000A).
const MARK = kind("12 hex digits", '"[0-9a-f]{12}"');
const STAKE = { mark: orNull(MARK), number: COUNT, state: kind("issued, free or void", '"(?:issued|free|void)"') };
const CHOICE = orNull(kind("accept or decline", '"accept"|"decline"'));
/** Sorted by mark; stakes without one come last, sorted by choice. */
const VOTES = { bid_id: WORDS, stakes: [{ choice: CHOICE, mark: orNull(MARK) }] };
const LIST = { cask_id: WORDS, stakes: [STAKE], total: NUMBER };

/** A regular expression that fits the canonical text of such a value, and no other: each field once, in order, without a blank. */
function patternOf(shape) {
  if (typeof shape.pattern === "string") return shape.pattern;
  if (Array.isArray(shape)) return String.raw`(\[(?:${patternOf(shape[0])}(?:,${patternOf(shape[0])})*)?\])`;
  return String.raw`\{${Object.entries(shape).map(([key, inner]) => `"${key}":${patternOf(inner)}`)}\}`;
}

/** A file has one long list in it, whose items are read one by one. */
function fileOf(shape, long) {
  const [before, after] = patternOf({ ...shape, [long]: { pattern: "ITEMS" } }).split("ITEMS");
  const [start, item, end] = [`${before}\\[`, patternOf(shape[long][0]), `\\]${after}$`];
  return { shape, start: new RegExp(start, "y"), item: new RegExp(item, "y"), end: new RegExp(end, "y") };
}

const DAY_FILE = fileOf(DAY, "casks");
const VOTES_FILE = fileOf(VOTES, "stakes");
const LIST_FILE = fileOf(LIST, "stakes");

// ---- Reading a file ----

const hexOf = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

const sha256 = async (bytes) => hexOf(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)));

function textOf(bytes) {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return wrong("", "the file is not UTF-8");
  }
}

/** Where the text that fits from here on ends; -1 if it does not. */
function endOf(pattern, text, at) {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : -1;
}

/**
 * Whether the whole text is canonical and of the format.
 * @param take is given where each item of the long list begins, and gives where it ends, -1 if it does not fit
 * @returns where the list ends, or -1
 */
function scan({ start, item, end }, text, take = (at) => endOf(item, text, at)) {
  let at = endOf(start, text, 0);
  for (let more = at > 0 && text[at] !== "]"; more && at > 0;) {
    at = take(at);
    more = text[at] === ",";
    if (more) at += 1;
  }
  return at > 0 && endOf(end, text, at) === text.length ? at : -1;
}

/** Says why `scan` found that a text is not of the format. Always throws. */
function explain({ shape }, text) {
  let value;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const position = Number(/position (\d+)/.exec(error.message)?.[1] ?? text.length);
    wrong(fieldAt(text, position, null), `the file is not JSON: ${error.message}`);
  }
  misfit(value, shape, "");
  const again = JSON.stringify(sorted(value));
  let at = 0;
  while (at < text.length && text[at] === again[at]) at += 1;
  const reasons = "a blank, keys are not sorted, a key twice, or another form of a number or letter";
  wrong(fieldAt(text, at, value), `is not written canonically (${reasons})`);
}

/** Throws if a value is not of the format. */
function misfit(value, shape, path) {
  if (typeof shape.pattern === "string") {
    const text = typeof value === "object" && value !== null ? "" : JSON.stringify(value);
    if (!new RegExp(`^${shape.pattern}$`).test(text)) wrong(path, `${show(value)} is not ${shape.words}`);
  } else if (Array.isArray(shape)) {
    if (!Array.isArray(value)) wrong(path, `${show(value)} is not a list`);
    for (const [at, item] of value.entries()) misfit(item, shape[0], `${path}[${nameOf(item, at)}]`);
  } else {
    if (!isObject(value)) wrong(path, `${show(value)} is not an object`);
    const below = (key) => (path ? `${path}.${key}` : key);
    // The version first: of another one, the rest may look otherwise.
    for (const key of Object.keys(shape).sort((a, b) => (b === "version") - (a === "version")))
      Object.hasOwn(value, key) ? misfit(value[key], shape[key], below(key)) : wrong(below(key), "is missing");
    for (const key of Object.keys(value))
      if (!Object.hasOwn(shape, key)) wrong(below(key), "is no field of the format");
  }
}

/** How messages call an item of a list. */
function nameOf(item, at) {
  const name = item?.id ?? item?.number ?? at;
  return typeof name === "object" ? at : name;
}

function sorted(value) {
  if (Array.isArray(value)) return value.map(sorted);
  const entry = (key) => [key, sorted(value[key])];
  return isObject(value) ? Object.fromEntries(Object.keys(value).sort().map(entry)) : value;
}

/** Which field of a JSON text a position lies in; what has an id is named by it. Used only to say where something is wrong. */
function fieldAt(text, position, root) {
  const token = /"(?:[^"\\]|\\.)*"?|[{}[\],]/gs;
  const stack = [];
  for (let match = token.exec(text); match && match.index <= position; match = token.exec(text)) {
    const top = stack.at(-1);
    const [part] = match;
    if (part === "{") stack.push({ key: "", wantsKey: true });
    else if (part === "[") stack.push({ index: 0 });
    else if (part === "}" || part === "]") stack.pop();
    else if (part === "," && top) "index" in top ? (top.index += 1) : (top.wantsKey = true);
    else if (part.startsWith('"') && top?.wantsKey) Object.assign(top, { key: part.slice(1, -1), wantsKey: false });
  }
  let value = root;
  let path = "";
  for (const { key, index } of stack) {
    value = value?.[key ?? index];
    if (index === undefined) path += key ? `.${key}` : "";
    else path += `[${nameOf(value, index)}]`;
  }
  return path.replace(/^\./, "").slice(0, 200);
}

// ---- One day ----

/** Its own copy of a part of a text, so that the rest of the file need not be kept. */
const copied = (part) => ` ${part}`.slice(1);

/**
 * The day in a text. What stands there letter for letter as on the day read before, which is the next day, is taken over: a whole
 * cask is then the same object, and so are its documents and its valuations. What was found out about it holds.
 * Throws if the text is not of the format.
 * @param known the casks of that day, in order
 */
function readDay(text, known) {
  const file = DAY_FILE;
  const casks = [];
  let next = 0;
  const take = (at) => {
    let cask = known[next];
    // Much faster than `startsWith`.
    if (!cask || text.slice(at, at + cask.text.length) !== cask.text) {
      file.item.lastIndex = at;
      const found = file.item.exec(text);
      if (!found) return -1;
      cask = readCask(found, (id) => {
        while (known[next]?.id < id) next += 1;
        return known[next]?.id === id ? known[next] : undefined;
      });
    }
    if (known[next]?.id === cask.id) next += 1;
    casks.push(cask);
    return at + cask.text.length;
  };
  const end = scan(file, text, take);
  if (end < 0) explain(file, text);
  const { bids } = JSON.parse(`${text.slice(0, endOf(file.start, text, 0))}]}`);
  return { ...JSON.parse(`{"casks":[${text.slice(end)}`), casks, bids };
}

function readCask([text, documents, valuations], later) {
  // All but the two lists. In a string of JSON no quotation mark stands before a colon, so these are the fields themselves.
  const [first, second] = [text.indexOf('"documents":'), text.lastIndexOf('"valuations":')];
  const between = text.slice(first + documents.length + 13, second);
  const cask = JSON.parse(text.slice(0, first) + between + text.slice(second + valuations.length + 14));
  const same = later(cask.id);
  const [isOne, isOther] = [same?.documentsText === documents, same?.valuationsText === valuations];
  cask.documentsText = isOne ? same.documentsText : copied(documents);
  cask.documents = isOne ? same.documents : JSON.parse(documents);
  cask.valuationsText = isOther ? same.valuationsText : copied(valuations);
  cask.valuations = isOther ? same.valuations : JSON.parse(valuations);
  cask.latest = isOne && isOther ? same.latest : undefined;
  cask.text = copied(text);
  return cask;
}

/** Over the bytes of the file without its members `hash` and `signature`, which stand behind the casks. */
function hashOfDay(bytes, text) {
  const behind = text.slice(text.lastIndexOf('],"certificates":{'));
  const at = bytes.length - new TextEncoder().encode(behind).length;
  const rest = new TextEncoder().encode(behind.replaceAll(/"(?:hash|signature)":"[^"]*",/g, ""));
  const hashed = new Uint8Array(at + rest.length);
  hashed.set(bytes.subarray(0, at));
  hashed.set(rest, at);
  return sha256(hashed);
}

/** Whether there is such a day in the calendar. */
const isDate = (text) =>
  /^\d{4}-\d\d-\d\d$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.slice(0, 10) === text;

/** Everything else that a day's file alone can show. */
function checkDay(day, date) {
  const { casks, money, previous_date: before } = day;
  if (day.date !== date || !isDate(date)) wrong("date", `is ${show(day.date)} in the file of ${date}`);
  if (before !== null && !(isDate(before) && before < date)) wrong("previous_date", "is not a day before this one");
  if ((before === null) !== (day.previous_hash === null)) wrong("previous_hash", "goes together with previous_date");
  for (const cask of casks)
    inside(`casks[${cask.id}]`, () => {
      checkCounts(cask);
      if (!(cask.latest <= date)) checkPapers(cask, date);
    });
  mustBeSorted(casks, ({ id }) => id, "casks");
  for (const bid of day.bids) inside(`bids[${bid.id}]`, () => checkBid(bid, date));
  mustBeSorted(day.bids, ({ id }) => id, "bids");
  inside("money", () => checkMoney(money));
  // What is set aside in the market counts with the wallets, and is in none of them.
  if (day.owed.cents > money.wallets_cents && money.result === "PASS")
    wrong("owed.cents", `is ${day.owed.cents}, and money.wallets_cents ${money.wallets_cents}`);
  if (day.result === "PASS" && day.reason !== null) wrong("reason", "there is one, but the result is PASS");
  const failed = casks.find(({ result }) => result === "FAIL");
  if (day.result === "PASS" && (failed || money.result === "FAIL"))
    wrong("result", `PASS, though ${failed ? `casks[${failed.id}]` : "money"} is FAIL`);
}

const daysFrom = (one, other) => (Date.parse(other) - Date.parse(one)) / 86_400_000;

function mustBeSorted(things, keyOf, field) {
  for (let at = 1; at < things.length; at += 1)
    if (!(keyOf(things[at - 1]) < keyOf(things[at]))) wrong(`${field}[${at}]`, "not in order, or there twice");
}

/** 'PASS' has no reason; 'FAIL' has one. */
function checkResult({ result, reason }) {
  if (result === "PASS" && reason !== null) wrong("reason", "there is one, but the result is PASS");
  if (result === "FAIL" && reason === null) wrong("reason", "none is given for FAIL");
}

function checkCounts(cask) {
  checkResult(cask);
  // Of a cask that failed any number may be what is wrong.
  if (cask.result === "PASS") {
    for (const field of ["total", "issued", "reserved", "free", "void", "certificates_valid"])
      if (cask[field] < 0) wrong(field, `${cask[field]} is not a count`);
    const sum = cask.issued + cask.reserved + cask.free + cask.void;
    if (sum !== cask.total) wrong("issued", `issued, reserved, free and void add up to ${sum}, total is ${cask.total}`);
    const sold = cask.issued + cask.void;
    if (cask.certificates_valid > sold)
      wrong("certificates_valid", `${cask.certificates_valid} of ${sold} stakes that were sold`);
  }
}

/** Also finds the latest day in them. */
function checkPapers(cask, date) {
  const latest = ["2000-01-01"];
  const mustBePast = (field, on) => {
    if (!isDate(on) || on > date) wrong(field, `${on} is not a day up to this one`);
    latest.push(on);
  };
  const ids = new Set(cask.valuations.map(({ id }) => id));
  for (const { id, tier, valued_on, supersedes } of cask.valuations) {
    // The price of a cask that was announced counts from its launch.
    if (tier !== "issue") mustBePast(`valuations[${id}].valued_on`, valued_on);
    else if (!isDate(valued_on)) wrong(`valuations[${id}].valued_on`, "is no day of the calendar");
    if (supersedes !== null && (supersedes === id || !ids.has(supersedes)))
      wrong(`valuations[${id}].supersedes`, "what it takes the place of is not listed");
  }
  if (ids.size < cask.valuations.length) wrong("valuations", "an id is there twice");
  mustBeSorted(cask.valuations, ({ valued_on, id }) => `${valued_on} ${id}`, "valuations");
  for (const [at, { issued_on, expires_on }] of cask.documents.entries()) {
    if (issued_on !== null) mustBePast(`documents[${at}].issued_on`, issued_on);
    if (expires_on !== null && !isDate(expires_on)) wrong(`documents[${at}].expires_on`, "is no day of the calendar");
  }
  // Two may be the same.
  const keyOf = ({ kind, issued_on, sha256: hash }, at) => `${kind} ${issued_on ?? ""} ${hash} ${10_000_000 + at}`;
  mustBeSorted(cask.documents.map(keyOf), (key) => key, "documents");
  cask.latest = latest.sort().at(-1);
}

/** All amounts but these two are parts of what is owed. */
function checkMoney(money) {
  checkResult(money);
  if (money.result === "FAIL") return;
  const { held_cents: held, owed_cents: owed } = money;
  const parts = Object.keys(money).filter((field) => /^(?!held|owed).*_cents$/.test(field));
  const sum = parts.reduce((total, field) => total + money[field], 0);
  if (sum !== owed) wrong("owed_cents", `${owed}, but its parts (${parts.join(", ")}) add up to ${sum}`);
  if (held < owed) wrong("held_cents", `${held} is less than the ${owed} owed`);
}

// ---- One day after another ----

/** What follows from a bid's own figures: what a stake brings, and its result. */
function checkBid(bid, date) {
  const { rule, issued, accepted, declined } = bid;
  for (const which of ["accepted", "voted"])
    if (rule[`${which}_parts`] > rule[`${which}_whole`]) wrong(`rule.${which}_parts`, "is more than the whole");
  if (bid.fees_cents > bid.gross_cents) wrong("fees_cents", "are more than the price");
  if (Math.floor((bid.gross_cents - bid.fees_cents) / bid.stakes) !== bid.net_per_stake_cents)
    wrong("net_per_stake_cents", "is not the price less fees, divided by the stakes");
  if (!(bid.opened_at < bid.closes_at)) wrong("closes_at", "is not after opened_at");
  if (bid.opened_at.slice(0, 10) > date) wrong("opened_at", "is after this day");
  if (bid.withdrawn_at !== null && !(bid.opened_at <= bid.withdrawn_at && bid.withdrawn_at.slice(0, 10) <= date))
    wrong("withdrawn_at", "is before it opened, or after this day");
  for (const field of ["accepted", "declined", "issued", "list_sha256"])
    if ((bid[field] === null) !== (bid.result === null)) wrong(field, "goes together with result");
  if (bid.result === null) return;
  if (bid.closes_at.slice(0, 10) > date) wrong("result", "is there before the vote has closed");
  const voted = accepted + declined;
  if (voted > issued) wrong("accepted", `${accepted}, with ${declined} declined, are more than the ${issued} issued`);
  const isEnough = voted > 0 && voted * rule.voted_whole >= issued * rule.voted_parts;
  const isAccepted = accepted * rule.accepted_whole >= voted * rule.accepted_parts;
  const result = isEnough ? (isAccepted ? "accepted" : "refused") : "expired";
  if (bid.result !== result)
    wrong("result", `is ${bid.result}; by its rule ${accepted} of ${voted} voted of ${issued} is ${result}`);
}

/** What was published of a bid stays; a count is added once, and that its bidder stepped back. */
function checkBidFollows(before, now, date) {
  const later = before.result === null ? ["accepted", "declined", "issued", "list_sha256", "result"] : [];
  if (before.withdrawn_at === null) later.push("withdrawn_at");
  for (const field in before) {
    if (later.includes(field)) continue;
    if (field === "rule") mustBeSame(before.rule, now.rule, "rule", date);
    else if (before[field] !== now[field])
      wrong(field, `was ${show(before[field])} on ${date}, is ${show(now[field])}`);
  }
}

/** `before` is the day that `day` follows. */
function checkFollows(before, day) {
  const { previous_date: named, ledger_rows: rows, ledger_head: head } = day;
  if (named !== before.date) {
    const isMissing = named > before.date;
    wrong(
      "previous_date",
      isMissing ? `${named} is missing` : `is ${show(named)}, though ${before.date} was published too`,
    );
  }
  if (day.previous_hash !== before.hash)
    wrong("previous_hash", `is not the hash of ${before.date}, ${before.hash}: one of both days was changed`);
  if (rows < before.ledger_rows)
    wrong("ledger_rows", `${rows}, fewer than the ${before.ledger_rows} of ${before.date}`);
  if (rows === before.ledger_rows && head !== before.ledger_head)
    wrong("ledger_head", `changed since ${before.date} without a new row`);
  if (rows > before.ledger_rows && head === before.ledger_head)
    wrong("ledger_head", `the same as of ${before.date}, though rows were added`);
  for (const bid of before.bids) {
    const now = day.bids.find(({ id }) => id === bid.id);
    if (!now) wrong(`bids[${bid.id}]`, `stands in ${before.date}, and was dropped`);
    inside(`bids[${bid.id}]`, () => checkBidFollows(bid, now, before.date));
  }
  // A cask that was withdrawn before anything of it was sold may go; nothing else may.
  for (const { id, issued } of before.casks.values())
    if (issued > 0 && !day.casks.has(id)) wrong(`casks[${id}]`, `was sold of on ${before.date} and is missing now`);
}

/** Nothing that was said of a cask is taken back: at two days that list it, one after the other. */
function checkCaskFollows(before, date, cask) {
  if (before.issued > 0 && cask.issued > 0)
    for (const field of ["name", "total"])
      if (cask[field] !== before[field]) wrong(field, `was ${show(before[field])} on ${date}`);
  if (before.valuationsText !== cask.valuationsText)
    for (const value of before.valuations) {
      const now = cask.valuations.find(({ id }) => id === value.id);
      if (!now) wrong(`valuations[${value.id}]`, `stands in ${date}, and was dropped`);
      mustBeSame(value, now, `valuations[${value.id}]`, date);
    }
  if (before.documentsText !== cask.documentsText)
    for (const [at, paper] of before.documents.entries()) {
      if (cask.documents.some((other) => JSON.stringify(other) === JSON.stringify(paper))) continue;
      const now = cask.documents.findIndex((other) => other.sha256 === paper.sha256 && other.kind === paper.kind);
      if (now >= 0) mustBeSame(paper, cask.documents[now], `documents[${now}]`, date);
      wrong(`documents[${at}].sha256`, `${paper.kind} ${paper.sha256} stands in ${date}: altered or dropped`);
    }
}

function mustBeSame(before, now, path, date) {
  for (const field in before)
    if (before[field] !== now[field])
      wrong(`${path}.${field}`, `was ${show(before[field])} on ${date}, is ${show(now[field])}`);
}

/**
 * Days one after the other, the newest first.
 * @param files yields { date, bytes }, or { date, problem } for what cannot be had; each is told which day it names before it
 */
async function checkDays(files, { allLists, onDay = () => {} } = {}) {
  // Of each cask: its oldest and its newest appearance among these days, with the day.
  const [first, last] = [new Map(), new Map()];
  const run = { days: [], problems: [], newest: undefined, oldest: null, first, last, lists: new Map() };
  let known = [];
  for await (const file of files) {
    const { date, bytes, problem } = file;
    const day = problem ? note(run, date, problem) : await checkFile(run, file, known);
    onDay(bytes?.length ?? 0);
    if (day && (allLists || run.days.length === 0)) takeLists(run.lists, day);
    known = day ? day.casks : known;
    const casks = day && new Map(day.casks.map((cask) => [cask.id, cask]));
    const kept = day && { ...day, casks };
    if (run.newest === undefined) run.newest = kept;
    if (kept) {
      const { hash, previous_date, previous_hash, result } = day;
      const reason = day.reason ?? day.money.reason ?? known.find((cask) => cask.reason !== null)?.reason;
      run.days.push({ date, hash, previous_date, previous_hash, result, reason, casks: casks.size });
      const seen = new Map(known.map((cask) => [cask.id, { date, cask }]));
      join(run, { newest: kept, last: seen });
      for (const [id, one] of seen) {
        run.first.set(id, one);
        if (!run.last.has(id)) run.last.set(id, one);
      }
    }
    run.oldest = kept;
  }
  return run;
}

async function checkFile(run, file, known) {
  const { date, bytes } = file;
  let [text, day, isRight] = ["", null, true];
  const attempt = (check) => {
    try {
      check();
    } catch (error) {
      note(run, date, error);
      isRight = false;
    }
  };
  attempt(() => {
    text = textOf(bytes);
    const at = text.lastIndexOf('"previous_date":"') + 17;
    file.before = at < 17 ? null : text.slice(at, at + 10);
    day = readDay(text, known);
    checkDay(day, date);
  });
  // With a wrong sum the hash still tells whether the file was changed after it was published.
  const hash = day && (await hashOfDay(bytes, text));
  const isChanged = day !== null && hash !== day.hash;
  if (isChanged) note(run, date, new Wrong("hash", `is ${day.hash}, but the file's hash is ${hash}: it was changed`));
  return isRight ? { ...day, isChanged } : null;
}

function note(run, day, { field, message }) {
  run.problems.push({ day, field, what: message });
  return null;
}

/** Compares the oldest day of one run with the newest of the run before it. A changed file is blamed, not its neighbour. */
function join(newer, { newest, last }) {
  const after = newer.oldest;
  const attempt = (date, check) => {
    try {
      check();
    } catch (error) {
      note(newer, newest?.isChanged && after && !after.isChanged ? newest.date : date, error);
    }
  };
  if (after && newest) attempt(after.date, () => checkFollows(newest, after));
  for (const [id, before] of last) {
    const now = newer.first.get(id);
    if (now && now.cask !== before.cask)
      attempt(now.date, () => inside(`casks[${id}]`, () => checkCaskFollows(before.cask, before.date, now.cask)));
  }
}

function joinRuns([newer, ...older]) {
  for (const run of older) {
    join(newer, run);
    newer.days.push(...run.days);
    newer.problems.push(...run.problems);
    for (const [key, list] of run.lists) newer.lists.set(key, list);
    for (const [id, one] of run.first) newer.first.set(id, one);
    newer.oldest = run.oldest;
  }
  return newer;
}

// ---- Lists ----

/** Each list once, for everything that is said about it. */
function takeLists(lists, { date, casks, bids }) {
  for (const bid of bids)
    if (bid.result !== null)
      lists.set(`bid ${bid.id} ${bid.list_sha256}`, { id: bid.id, sha256: bid.list_sha256, bid, date });

  for (const { id, list_sha256: sha256, total, issued, reserved, free, void: ended, result } of casks) {
    const wanted = { id, sha256, total, issued, free: reserved + free, void: ended, hasCounts: result === "PASS" };
    lists.set(Object.values(wanted).join(" "), { ...wanted, date });
  }
}

/** Returns how many stakes it has. */
async function checkList(bytes, wanted) {
  const isChanged = (await sha256(bytes)) !== wanted.sha256;
  const changed = "the list has another hash: it was changed";
  try {
    const check = wanted.bid ? checkVotes : checkStakes;
    const stakes = inside("list", () => check(textOf(bytes), wanted));
    if (isChanged) wrong("list_sha256", changed);
    return stakes;
  } catch (error) {
    // With both wrong, the field is what helps to find it.
    if (isChanged && !/sha256$/.test(error.field)) error.message += ` (${changed})`;
    throw error;
  }
}

function checkStakes(text, wanted) {
  if (scan(LIST_FILE, text) < 0) explain(LIST_FILE, text);
  const list = JSON.parse(text);
  if (list.cask_id !== wanted.id) wrong("cask_id", `is ${show(list.cask_id)}`);
  const found = { issued: 0, free: 0, void: 0 };
  const marks = new Set();
  for (const [at, { mark, number, state }] of list.stakes.entries()) {
    if (number !== at + 1) wrong(`stakes[${number}].number`, `number ${at + 1} should stand here, once`);
    if (mark !== null && (state === "free" || marks.has(mark)))
      wrong(`stakes[${number}].mark`, "of a free stake, or there twice");
    marks.add(mark);
    found[state] += 1;
  }
  const { length } = list.stakes;
  if (!wanted.hasCounts) return length;
  if (list.total !== wanted.total || length !== wanted.total)
    wrong("total", `${list.total}, with ${length} stakes; the day says ${wanted.total}`);
  for (const state of ["issued", "free", "void"])
    if (found[state] !== wanted[state])
      wrong("stakes", `${found[state]} are ${state}, the day says ${wanted[state]} (reserved ones are free here)`);
  return length;
}

/** The votes of a bid, counted again. Returns how many stakes there are. */
function checkVotes(text, { id, bid }) {
  if (scan(VOTES_FILE, text) < 0) explain(VOTES_FILE, text);
  const list = JSON.parse(text);
  if (list.bid_id !== id) wrong("bid_id", `is ${show(list.bid_id)}`);
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
  if (length > bid.stakes) wrong("stakes", `are ${length}, the cask has ${bid.stakes}`);
  if (length !== bid.issued) wrong("stakes", `are ${length}, the day says ${bid.issued} issued`);
  for (const [choice, field] of [
    ["accept", "accepted"],
    ["decline", "declined"],
  ])
    if (found[choice] !== bid[field])
      wrong("stakes", `${found[choice]} ${choice}, the day says ${bid[field]} ${field}`);
  return length;
}

/** @param read gives the bytes of a list, or null. Returns how many stakes were looked at. */
async function checkLists(read, lists, onList = () => {}) {
  const problems = [];
  let stakes = 0;
  for (const list of lists) {
    try {
      const bytes = await read(list);
      if (bytes === null) wrong("list_sha256", `the list ${list.sha256} is missing`);
      stakes += await checkList(bytes, list);
      onList(bytes.length);
    } catch (error) {
      problems.push({
        day: list.date,
        field: `${list.bid ? "bids" : "casks"}[${list.id}].${error.field || "list"}`,
        what: error.message,
      });
    }
  }
  return { problems, stakes };
}

// ---- The whole history ----

/** The ends of the chain, and what somebody knows of it. */
function checkEnds(run, { heads = [], days = 0 }) {
  const [newest, oldest] = [run.days[0], run.days.at(-1)];
  const isKnownWrong = (date) => run.problems.some(({ day }) => day === date);
  const before = oldest?.previous_date;
  if (before && !days && !isKnownWrong(before))
    note(
      run,
      oldest.date,
      new Wrong("previous_date", `${before} is missing (to check the newest days only, say --days)`),
    );
  if (newest?.result === "FAIL")
    note(run, newest.date, new Wrong("result", `the audit itself says FAIL: ${newest.reason ?? "no reason given"}`));
  if (!newest && run.problems.length === 0) note(run, "-", new Wrong("", "no day's file was found"));
  const hashes = new Map(run.days.map(({ date, hash }) => [date, hash]));
  // The oldest day vouches for the one before it, which need not be here.
  if (before && !hashes.has(before)) hashes.set(before, oldest.previous_hash);
  let lastSame = null;
  for (const [date, hash] of [...heads].sort()) {
    if (hashes.get(date) === hash) lastSame = date;
    else {
      const since = lastSame ? `between ${lastSame}, which is as you know it, and this day` : "on this day or before";
      const missing = isKnownWrong(date) ? "cannot be read" : "this day is not among the days checked";
      const is = hashes.has(date) ? `is ${hashes.get(date)}, you know ${hash}` : missing;
      note(run, date, new Wrong("hash", `${is}. History was rewritten ${since}, or not all of it is here`));
      break;
    }
  }
}

function reportOf(run, parts, where) {
  const problems = [...run.problems, ...parts.flatMap((part) => part.problems)];
  const changed = new Set(problems.filter(({ field }) => field === "hash").map(({ day }) => day));
  // First whatever names a field in a day that was changed, then the earliest.
  const rank = ({ day, field }) => `${changed.has(day) ? 0 : 1} ${day} ${field === "hash" ? 1 : 0}`;
  problems.sort((a, b) => (rank(a) < rank(b) ? -1 : 1));
  const [newest] = run.days;
  const stakes = parts.reduce((sum, part) => sum + part.stakes, 0);
  const failedBefore = run.days.slice(1).filter(({ result }) => result === "FAIL");
  return {
    ...{ ok: problems.length === 0, where, problems, days: run.days.length, from: run.days.at(-1)?.date ?? null },
    ...{ to: newest?.date ?? null, head: newest ? `${newest.date}=${newest.hash}` : null },
    ...{ casks: newest?.casks ?? 0, lists: run.lists.size, stakes },
    failedBefore: failedBefore.map(({ date, reason }) => ({ day: date, what: reason ?? "no reason given" })),
  };
}

function linesOfProblems(problems) {
  const lines = problems.slice(0, 20).map(({ day, field, what }) => `FAIL ${day} ${field || "file"}: ${what}`);
  return problems.length > 20 ? [...lines, `... and ${problems.length - 20} more`] : lines;
}

/** The same words on the command line and on a page. */
export function linesOf({ ok, where, problems, days, from, to, head, casks, lists, stakes, failedBefore }) {
  const lines = ok ? [`PASS ${where}`] : [];
  lines.push(...linesOfProblems(problems));
  if (days > 0) {
    lines.push(
      `checked: ${days} ${days === 1 ? "day" : "days"}, ${from} to ${to}, each with the hash of the one before it`,
    );
    lines.push(`checked: ${casks} casks on ${to}, and ${lists} lists with ${stakes} stakes`);
  }
  for (const { day, what } of failedBefore) lines.push(`note: on ${day} the audit itself said FAIL: ${what}`);
  if (ok) lines.push(`head ${head}`);
  return lines;
}

const sameBytes = (a, b) => a.length === b.length && a.every((byte, at) => byte === b[at]);

const inParts = (things, most) => {
  const size = Math.max(1, Math.ceil(things.length / most));
  return Array.from({ length: Math.ceil(things.length / size) }, (_, at) => things.slice(at * size, (at + 1) * size));
};

// ---- From a site ----

/** Gives the bytes at a path, or null if there is nothing. */
const readerOf = (origin, get) => async (path) => {
  const answer = await get(`${origin.replace(/\/+$/, "")}${path}`, { headers: { Accept: "application/json" } });
  if (answer.status === 404) return null;
  if (!answer.ok) wrong("", `${path} answers ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
};

/**
 * @param onProgress told after each file: { days, lists, ofLists, bytes }
 * @returns a report; `linesOf` puts it into words
 */
export async function verifyOrigin(origin, options = {}, onProgress = () => {}) {
  const { days = 0, lists = false, get = fetch } = options;
  const read = readerOf(origin, get);
  async function* walk() {
    const latest = await read("/audit/latest.json");
    if (!latest) return;
    const named = /"date":"(\d{4}-\d\d-\d\d)","hash"/.exec(new TextDecoder().decode(latest))?.[1];
    let [date, bytes] = [named ?? "latest", named ? await read(`/audit/${named}.json`) : latest];
    if (!bytes || !sameBytes(bytes, latest))
      yield { date, problem: new Wrong("", "latest.json and the file of its day differ") };
    for (let count = 1; bytes; count += 1) {
      const file = { date, bytes };
      yield file;
      if (!isDate(file.before) || !(file.before < date) || count === days) return;
      date = file.before;
      bytes = await read(`/audit/${date}.json`);
    }
  }
  const progress = { days: 0, lists: 0, ofLists: 0, bytes: 0 };
  const tell = (what) => (bytes) => {
    progress[what] += 1;
    progress.bytes += bytes;
    onProgress(progress);
  };
  const run = await checkDays(guarded(walk()), { allLists: lists, onDay: tell("days") });
  checkEnds(run, options);
  const wanted = [...run.lists.values()];
  progress.ofLists = wanted.length;
  const readList = ({ date, id, sha256, bid }) =>
    read(bid ? `/audit/bids/${sha256}.json` : `/audit/${date}/${encodeURIComponent(id)}.json`);
  const parts = await Promise.all(inParts(wanted, 6).map((part) => checkLists(readList, part, tell("lists"))));
  return reportOf(run, parts, origin);
}

/** A walk that ends with a problem instead of an error, for instance when the network is gone. */
async function* guarded(files) {
  let date = "latest";
  try {
    for await (const file of files) {
      ({ date } = file);
      yield file;
    }
  } catch (error) {
    yield { date, problem: new Wrong(error.field ?? "", `could not be read on from here: ${error.message}`) };
  }
}

// ---- From files, in Node ----

/**
 * Days are files called YYYY-MM-DD.json or latest.json. Lists are called by their hash, or, as the site serves them, by their cask.
 * All may lie in any folders, and what a browser saved again as 'NAME (1).json' is a copy.
 */
export async function verifyFiles(paths, { heads = [], days = 0, lists = false, threads = 0 } = {}) {
  const fs = await import("node:fs");
  const found = findFiles(fs, paths);
  placeLatest(fs, found);
  const all = [...found.days.keys()].sort().reverse();
  const dates = days ? all.slice(0, days) : all;
  const most = threads || (await import("node:os")).availableParallelism();
  const files = dates.map((date) => [date, found.days.get(date)[0]]);
  const count = Math.max(1, Math.min(most, Math.ceil(dates.length / 20)));
  const runs = await inThreads(inParts(files, count).map((part, at) => ({ days: part, allLists: lists, at })));
  const run = runs.length > 0 ? joinRuns(runs) : await checkDays([]);
  compareCopies(fs, run, found);
  checkEnds(run, { heads, days });
  const wanted = [];
  for (const list of run.lists.values()) wanted.push({ ...list, path: await pathOfList(fs, found, list) });
  const parts = await inThreads(inParts(wanted, wanted.length > 200 ? most : 1).map((part) => ({ lists: part })));
  return reportOf(run, parts, paths.join(" "));
}

function findFiles(fs, paths) {
  const found = { days: new Map(), lists: new Map(), latest: [], named: new Map() };
  const add = (paths, name, path) => paths.set(name, [...(paths.get(name) ?? []), path]);
  const look = (path) => {
    if (fs.statSync(path).isDirectory()) {
      for (const name of fs.readdirSync(path).sort()) look(`${path.replace(/\/$/, "")}/${name}`);
      return;
    }
    const name = /([^/\\]+?)(?: ?\(\d+\))?\.json$/.exec(path)?.[1] ?? "";
    if (/^\d{4}-\d\d-\d\d$/.test(name)) add(found.days, name, path);
    else if (/^[0-9a-f]{64}$/.test(name)) found.lists.set(name, path);
    else if (name === "latest") found.latest.push(path);
    else add(found.named, name, path);
  };
  for (const path of paths) look(path);
  return found;
}

/** latest.json is the file of its day where that is not here and is newer than all that are. */
function placeLatest(fs, { days, latest }) {
  for (const path of latest) {
    const date = /"date":"(\d{4}-\d\d-\d\d)","hash"/.exec(fs.readFileSync(path, "utf8"))?.[1];
    if (date && [...days.keys()].every((other) => other < date)) days.set(date, [path]);
  }
}

/** By its hash; else by the name of its cask: the one that has the hash, or one that can be told what is wrong with it. */
async function pathOfList(fs, { lists, named }, { id, date, sha256: hash }) {
  if (lists.has(hash)) return lists.get(hash);
  const isOfDay = (path) => new RegExp(`(?:^|[/\\\\])${date}[/\\\\][^/\\\\]*$`).test(path);
  const paths = [...(named.get(id) ?? [])].sort((a, b) => isOfDay(b) - isOfDay(a));
  for (const path of paths) if ((await sha256(fs.readFileSync(path))) === hash) return path;
  return paths[0] ?? null;
}

/** A day that is there more than once (an older copy, or latest.json) must be the same each time. */
function compareCopies(fs, run, found) {
  const newest = [...found.days.keys()].sort().at(-1);
  if (!newest)
    for (const path of found.latest) note(run, "latest", new Wrong("", `${path} is here without the file of its day`));
  for (const [date, paths] of found.days) {
    const [first, ...others] = date === newest ? [...paths, ...found.latest] : paths;
    for (const path of others) {
      const [a, b] = [first, path].map((one) => fs.readFileSync(one));
      if (sameBytes(a, b)) continue;
      const at = a.findIndex((byte, index) => byte !== b[index]);
      const field = fieldAt(a.toString("latin1"), at < 0 ? a.length : at, null);
      note(run, date, new Wrong(field, `${first} and ${path} differ`));
    }
  }
}

/** What a thread does: some days, or some lists. */
async function work({ days, lists, allLists, at }) {
  const fs = await import("node:fs");
  const open = (path) => (path === null ? null : fs.readFileSync(path));
  if (lists) return checkLists(({ path }) => open(path), lists);
  function* files() {
    for (const [date, path] of days) yield { date, bytes: open(path) };
  }
  const run = await checkDays(guarded(files()), { allLists });
  if (at > 0 && !allLists) run.lists.clear();
  return run;
}

async function inThreads(jobs) {
  if (jobs.length <= 1) return Promise.all(jobs.map(work));
  const { Worker } = await import("node:worker_threads");
  const start = (job) =>
    new Promise((resolve, reject) => {
      const thread = new Worker(new URL(import.meta.url), { workerData: { verifyAudit: job } });
      thread.once("message", resolve).once("error", reject);
    });
  return Promise.all(jobs.map(start));
}

// ---- Bytes ----

const utf8 = new TextEncoder();
const digestOf = async (...parts) =>
  new Uint8Array(await crypto.subtle.digest("SHA-256", new Uint8Array(await new Blob(parts).arrayBuffer())));

// ---- Were the values right? ----

const EXIT = {
  ...{ caskId: WORDS, feesCents: COUNT, grossCents: COUNT, netPerStakeCents: COUNT, soldOn: DATE },
  stakes: kind("a count of stakes above 0", String.raw`[1-9]\d{0,6}`),
  values: [{ tier: WORDS, valueCents: COUNT, valuedOn: DATE }],
};
const RECORD = {
  ...{ biasPoints: NUMBER, fromDays: orNull(COUNT), medianPoints: COUNT, tier: WORDS },
  ...{ values: COUNT, worstPoints: NUMBER },
};

/** The fields of a shape alone: these files say more, for people. */
function partOf(value, shape, path) {
  const pick = (one, fields) => Object.fromEntries(Object.keys(fields).map((key) => [key, one?.[key]]));
  const part = pick(value, shape);
  if (shape.values === EXIT.values) part.values = part.values?.map?.((one) => pick(one, EXIT.values[0]));
  misfit(part, shape, path);
  return part;
}

/** A line for each value, to compare two lists of them whatever their order. */
const valueLines = (values) => values.map(({ date, cents, tier }) => `${date} ${cents} ${tier}`).sort();

/** What a stake brought follows from the price, and the values are those that the audit knows. */
function checkExit(exit, day) {
  const net = Math.floor((exit.grossCents - exit.feesCents) / exit.stakes);
  if (net !== exit.netPerStakeCents)
    wrong("netPerStakeCents", `is ${exit.netPerStakeCents}; the price less its costs gives ${net}`);
  const cask = day.casks.find(({ id }) => id === exit.caskId);
  if (!cask) wrong("caskId", `is not in the audit of ${day.date}`);
  if (cask.total !== exit.stakes) wrong("stakes", `is ${exit.stakes}, in the audit ${cask.total}`);
  const told = valueLines(exit.values.map((one) => ({ ...one, date: one.valuedOn, cents: one.valueCents })));
  const known = valueLines(
    cask.valuations
      .filter((one) => one.valued_on < exit.soldOn)
      .map((one) => ({ ...one, date: one.valued_on, cents: one.value_cents })),
  );
  const [missing] = known.filter((line) => !told.includes(line));
  if (missing) wrong("values", `${missing} is left out, and stands in the audit of ${day.date}`);
  // A cask that ended after that day may have been valued after it, too.
  if (cask.ended_on !== null && told.length !== known.length)
    wrong("values", `there are ${told.length}, in the audit ${known.length}`);
}

/** In hundredths of a percent of each value, rounded down; of an even number the one in the middle that is further off. */
function recordFrom(exits) {
  const groups = new Map();
  for (const { soldOn, netPerStakeCents, values } of exits)
    for (const { tier, valueCents, valuedOn } of values) {
      if (valueCents === 0 || valuedOn >= soldOn) continue;
      const off = Math.floor(((netPerStakeCents - valueCents) * 10_000) / valueCents);
      const days = daysFrom(valuedOn, soldOn);
      const age = [731, 366, 183, 0].find((least) => days >= least);
      for (const name of ["all", tier])
        for (const fromDays of [null, age]) {
          const key = JSON.stringify([name, fromDays]);
          groups.set(key, [...(groups.get(key) ?? []), off]);
        }
    }
  return [...groups].map(([key, offs]) => {
    const [tier, fromDays] = JSON.parse(key);
    const furthest = [...offs].sort((a, b) => Math.abs(a) - Math.abs(b) || b - a);
    const biasPoints = Math.floor(offs.reduce((sum, off) => sum + off, 0) / offs.length);
    const medianPoints = Math.abs(furthest[Math.floor(offs.length / 2)]);
    return { biasPoints, fromDays, medianPoints, tier, values: offs.length, worstPoints: furthest.at(-1) };
  });
}

const nameOfLine = ({ tier, fromDays }) =>
  `record[${tier}, ${fromDays === null ? "any age" : `from ${fromDays} days`}]`;

function checkRecord(published, computed) {
  const lines = new Map(published.map((line) => [nameOfLine(line), line]));
  for (const line of computed)
    inside(nameOfLine(line), () => {
      const told = lines.get(nameOfLine(line)) ?? wrong("", "is missing");
      for (const [field, value] of Object.entries(line))
        if (told[field] !== value) wrong(field, `is ${told[field]}, from the casks that ended it is ${value}`);
      lines.delete(nameOfLine(line));
    });
  for (const name of lines.keys()) wrong(name, "there is no value for it");
}

const sayPoints = (points) => `${points < 0 ? "-" : ""}${(Math.abs(points) / 100).toFixed(2)}%`;

/** Of every cask that has ended by the newest day, and of those that ended since. */
async function verifyValues(site) {
  const read = readerOf(site, fetch);
  const json = async (path) => JSON.parse(textOf((await read(path)) ?? wrong("", `${path} is missing`)));
  const latest = (await read("/audit/latest.json")) ?? wrong("", "there is no audit");
  const date = JSON.parse(textOf(latest)).date;
  const problems = [];
  const attempt = (field, check) => {
    try {
      return inside(field, check);
    } catch (error) {
      problems.push(`FAIL ${error.field}: ${error.message}`);
      return null;
    }
  };
  const run = await checkDays([{ date, bytes: latest }]);
  for (const { field, what } of run.problems) problems.push(`FAIL ${date} ${field || "file"}: ${what}`);
  const { casks = [] } = JSON.parse(textOf(latest));
  const day = { date, casks };
  const listed = (await json("/exits.json")).exits;
  const exits = listed.map((one) => attempt(`exits[${one?.caskId}]`, () => partOf(one, EXIT, ""))).filter(Boolean);
  for (const exit of exits) attempt(`exits[${exit.caskId}]`, () => checkExit(exit, day));
  const known = new Set(exits.map(({ caskId }) => caskId));
  if (known.size < exits.length) problems.push("FAIL exits: a cask is there twice");
  // Whoever leaves out a loss leaves it out of here.
  for (const { id, ended_on: ended } of day.casks)
    if (ended !== null && !known.has(id)) problems.push(`FAIL exits[${id}]: had ended by ${date}, and is left out`);
  const computed = recordFrom(exits);
  const published = (await json("/exits/record.json")).record;
  attempt("exits/record.json", () => {
    const lines = published.map((one, at) => partOf(one, RECORD, `record[${at}]`));
    checkRecord(lines, computed);
  });
  const ok = problems.length === 0;
  const said = computed.map(
    (line) =>
      `${nameOfLine(line)}: ${line.values} ${line.values === 1 ? "value" : "values"}, half within ${sayPoints(line.medianPoints)}, ` +
      `on average ${sayPoints(line.biasPoints)}, worst ${sayPoints(line.worstPoints)}`,
  );
  const checked = `checked: ${exits.length} ${exits.length === 1 ? "cask" : "casks"} that ended, with all their values in the audit of ${date}`;
  return { ok, lines: [...(ok ? [`PASS ${site} values`] : problems), checked, ...said] };
}

// ---- What is owed: one's own wallet in the tree of all ----

const OWED = {
  head: { certificates: CERTIFICATES, date: DATE, hash: SHA256, owed: TREE_OF_WALLETS, signature: SIGNATURE },
  path: [{ cents: COUNT, hash: SHA256, side: kind("left or right", '"left"|"right"') }],
  version: kind("1, the only version that this program knows. Get a newer one", "1"),
  wallet: { cents: COUNT, salt: kind("32 hex digits", '"[0-9a-f]{32}"'), user_id: WORDS },
};
const OWED_FILE = fileOf(OWED, "path");

const fromHex = (text) => Uint8Array.from(text.match(/../g), (one) => Number.parseInt(one, 16));
function centsOf(cents) {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(cents));
  return bytes;
}

/** Leads from the wallet to the root. @returns the lines to say, and the amounts */
async function checkOwed(bytes, file) {
  // Written for people too: the order of its fields and its spaces do not matter.
  const text = JSON.stringify(sorted(JSON.parse(textOf(bytes))));
  if (scan(OWED_FILE, text) < 0) explain(OWED_FILE, text);
  const { head, wallet, path } = JSON.parse(text);
  const { date, owed } = head;
  let cents = wallet.cents;
  let hash = await digestOf(Uint8Array.of(0), fromHex(wallet.salt), centsOf(cents), utf8.encode(wallet.user_id));
  for (const { side, ...beside } of path) {
    const own = [hash, centsOf(cents)];
    const other = [fromHex(beside.hash), centsOf(beside.cents)];
    hash = await digestOf(Uint8Array.of(1), ...(side === "left" ? [...other, ...own] : [...own, ...other]));
    cents += beside.cents;
  }
  if (cents !== owed.cents) wrong("head.owed.cents", `is ${owed.cents}, but the path adds up to ${cents}`);
  if (hexOf(hash) !== owed.root)
    wrong("head.owed.root", "is not where this wallet leads: its amount, its path or its owner was changed");
  const counted = `counted: ${wallet.cents} cents of ${wallet.user_id} in the ${owed.cents} cents owed on ${date}`;
  return { owed: { date, cents: wallet.cents, ofCents: owed.cents }, lines: [`PASS ${file}`, counted] };
}

/** @returns what to say, and what it is about */
async function checkKept(file, bytes) {
  try {
    return { ok: true, ...(await checkOwed(bytes, file)) };
  } catch (error) {
    return { ok: false, lines: [`FAIL ${file} ${error.field || "file"}: ${error.message}`] };
  }
}

/** For pages. @returns `lines` as on the command line, and `means`: the same for people */
export async function verifyFile(file, buffer) {
  const report = await checkKept(file, new Uint8Array(buffer));
  return { ...report, means: report.ok ? meaningOf(report.owed) : [] };
}

function meaningOf({ date, cents, ofCents }) {
  const usd = (amount) => (amount / 100).toLocaleString("en-US", { style: "currency", currency: "USD" });
  const day = new Date(date).toUTCString().slice(5, 16).replace(/^0/, "");
  return [`${usd(cents)} in this wallet is counted in the ${usd(ofCents)} owed on ${day}.`];
}

/** Each of the files by itself. */
async function verifyKept({ owed }) {
  const { readFileSync } = await import("node:fs");
  const reports = [];
  for (const file of owed) reports.push(await checkKept(file, readFileSync(file)));
  return [reports.flatMap(({ lines }) => lines).join("\n"), reports.every(({ ok }) => ok) ? 0 : 1];
}

// ---- The command ----

const USAGE = `usage: node verify-audit.mjs https://ORIGIN | FILE or FOLDER...  [--head DATE=HASH]... [--days N] [--lists]
       node verify-audit.mjs https://ORIGIN --values
       node verify-audit.mjs --owed FILE ...`;

const isHash = (text) => /^[0-9a-f]{64}$/.test(text);

async function readArguments(words) {
  if (words.includes("--owed")) return readOwedArguments(words);
  if (words.includes("--values")) {
    const [site, ...more] = words.filter((word) => word !== "--values");
    return /^https?:\/\//.test(site ?? "") && more.length === 0 ? { values: true, site } : null;
  }
  return readDaysArguments(words);
}

function readOwedArguments(words) {
  const owed = [];
  for (let at = 0; at < words.length; at += 2) {
    const [word, value = ""] = [words[at], words[at + 1]];
    if (word !== "--owed" || value === "" || value.startsWith("--")) return null;
    owed.push(value);
  }
  return { owed };
}

function readDaysArguments(words) {
  const read = { paths: [], heads: [], days: 0, lists: false };
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at];
    if (word === "--lists") read.lists = true;
    else if (word === "--head") {
      const [date, hash] = (words[(at += 1)] ?? "").split("=");
      if (!isDate(date) || !isHash(hash)) return null;
      read.heads.push([date, hash]);
    } else if (word === "--days") {
      read.days = Number(words[(at += 1)]);
      if (!Number.isSafeInteger(read.days) || read.days < 1) return null;
    } else if (word.startsWith("--")) return null;
    else read.paths.push(word);
  }
  const sites = read.paths.filter((path) => /^https?:\/\//.test(path));
  if (read.paths.length === 0 || (sites.length > 0 && read.paths.length > 1)) return null;
  return { ...read, site: sites[0] };
}

/** What the command prints, and its exit code. */
export async function main(words) {
  const options = await readArguments(words);
  if (!options) return [USAGE, 2];
  try {
    if (options.owed) return await verifyKept(options);
    if (options.values) {
      const { ok, lines } = await verifyValues(options.site);
      return [lines.join("\n"), ok ? 0 : 1];
    }
    const report = options.site ? await verifyOrigin(options.site, options) : await verifyFiles(options.paths, options);
    return [linesOf(report).join("\n"), report.ok ? 0 : 1];
  } catch (error) {
    return error.code === "ENOENT" ? [`${error.message}\n${USAGE}`, 2] : [`FAIL - file: ${error.message}`, 1];
  }
}

if (typeof process !== "undefined" && process.versions?.node) {
  const { isMainThread, parentPort, workerData } = await import("node:worker_threads");
  if (!isMainThread && workerData?.verifyAudit) parentPort.postMessage(await work(workerData.verifyAudit));
  else if (isMainThread && process.argv[1]) {
    const { pathToFileURL } = await import("node:url");
    const { realpathSync } = await import("node:fs");
    if (import.meta.url === pathToFileURL(realpathSync(process.argv[1])).href) {
      const [text, code] = await main(process.argv.slice(2));
      console.log(text);
      process.exitCode = code;
    }
  }
}
