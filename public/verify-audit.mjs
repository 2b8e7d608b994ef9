#!/usr/bin/env node
// Checks the daily audits of Dunnage, and trusts Dunnage in nothing: this file uses nothing but what Node (20 or newer) or a browser has.
//
//   node verify-audit.mjs https://ORIGIN           fetches every day from the site
//   node verify-audit.mjs FILE or FOLDER ...       reads files that you kept
//     --head DATE=HASH   the hash of that day as you know it (from a mail, or an earlier run); may be given many times
//     --days N           only the newest N days
//     --lists            the lists of all days, not only of the newest
//
// It ends with PASS and what was checked (exit code 0), or FAIL with the day and the field (1); 2 means it was called wrongly.
//
// What it checks, for each day's file (audit/days/YYYY-MM-DD.json):
//   1. It is canonical JSON (RFC 8785), so that there is one way only to write it, and its `hash` is the SHA-256 of all the rest.
//   2. The counts of each cask add up, and so does the money; who is owed something is covered by what is held.
//   3. It names the day before it and that day's hash. So nobody can change one day without changing every day after it.
//   4. Nothing that was published is altered or dropped later: documents and valuations are only added, a wrong valuation is
//      followed by one that `supersedes` it. The ledger only grows.
// And of each cask's list (audit/lists/SHA256.json): that it has the hash that the day names, that every stake from 1 to the
// total stands in it once, and that there are as many of each state as the day says.
//
// What it cannot see: whether the casks exist (that is what the documents are for), and whether the whole history was made anew,
// consistently, since you last looked. For that, keep a head: `--head DATE=HASH` names the first day that is not as it was.

const VERSION = 1;
const HEX = /^[0-9a-f]{64}$/;
const MARK = /^[0-9a-f]{12}$/;

/** What is wrong, and where: a day, and a field such as 'casks[csk_x].issued'. */
class Wrong extends Error {
  constructor(field, what) {
    super(what);
    this.field = field;
  }
}

function must(holds, field, what) {
  if (!holds) throw new Wrong(field, typeof what === "function" ? what() : what);
}

/** Runs a check of one part; what it finds is named below that part. */
function inside(part, check) {
  try {
    return check();
  } catch (error) {
    if (error instanceof Wrong) throw new Wrong(error.field ? `${part()}.${error.field}` : part(), error.message);
    throw error;
  }
}

// ---- Bytes ----

async function sha256(bytes) {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

const utf8 = new TextEncoder();

function textOf(bytes) {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new Wrong("", "the file is not UTF-8");
  }
}

/**
 * The value in a file, if the file is the one canonical way to write it. Written again it must give the same text: that finds
 * blanks, other forms of a number or of a letter, keys that stand there twice. The keys must be sorted as well.
 */
function readCanonical(text) {
  let value;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const position = Number(/position (\d+)/.exec(error.message)?.[1] ?? text.length);
    throw new Wrong(fieldAt(text, position, null), `the file is not JSON: ${error.message.slice(0, 120)}`);
  }
  const again = JSON.stringify(value);
  if (again !== text) {
    let at = 0;
    while (at < text.length && text[at] === again[at]) at += 1;
    throw new Wrong(
      fieldAt(text, at, value),
      "is not written canonically (a blank, a key twice, or another form of a number or letter)",
    );
  }
  must(!/\\ud[89a-f]/.test(text), "", "half a letter (a lone surrogate)");
  const unsorted = findUnsorted(value);
  must(unsorted === null, unsorted ?? "", "keys are not sorted");
  return value;
}

/** Where keys are not sorted; null: nowhere. */
function findUnsorted(value) {
  let before = "";
  const isList = Array.isArray(value);
  for (const key in value) {
    if (!isList && key < before) return key;
    before = key;
    const inner = value[key];
    const found = typeof inner === "object" && inner !== null ? findUnsorted(inner) : null;
    if (found !== null) return isList ? `[${key}].${found}` : `${key}.${found}`.replace(".[", "[");
  }
  return null;
}

/** Which field of a JSON text a position lies in; what has an id is named by it. Used only to say where something is wrong. */
function fieldAt(text, position, root) {
  const token = /"(?:[^"\\]|\\.)*"?|[{}[\],:]|[^"{}[\],:]+/gs;
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
    else path += `[${value?.id ?? value?.number ?? index}]`;
  }
  return path.replace(/^\./, "").slice(0, 200);
}

// ---- Kinds of values ----

const isText = (value) => typeof value === "string" && value !== "";
const isCount = (value) => Number.isSafeInteger(value) && value >= 0;
/** The same few dates come again and again. */
const dates = new Map();
function isDate(value) {
  let known = dates.get(value);
  if (known === undefined) {
    const isWritten = typeof value === "string" && /^\d{4}-\d\d-\d\d$/.test(value);
    known = isWritten && new Date(`${value}T00:00:00Z`).toJSON()?.slice(0, 10) === value;
    if (dates.size < 100_000) dates.set(value, known);
  }
  return known;
}
const isNullOr = (is, value) => value === null || is(value);
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

function mustBeSorted(things, keyOf, field) {
  for (let at = 1; at < things.length; at += 1)
    must(keyOf(things[at - 1]) < keyOf(things[at]), `${field}[${at}]`, "not in order, or there twice");
}

/** 'PASS' has no reason; 'FAIL' has one. */
function checkResult({ result, reason }, needsReason = true) {
  must(result === "PASS" || result === "FAIL", "result", "neither PASS nor FAIL");
  must(isNullOr(isText, reason), "reason", "neither null nor text");
  if (result === "PASS") must(reason === null, "reason", "there is one, but the result is PASS");
  else must(!needsReason || reason !== null, "reason", "none is given for FAIL");
}

// ---- One day ----

/** Everything that a day's file alone can show. Returns the day; `hash` is checked by `hashOfDay`. */
function checkDay(day, date) {
  must(isObject(day), "", "not a day");
  must(
    day.version === VERSION,
    "version",
    () => `${show(day.version)}: this program knows version ${VERSION} only. Get a newer one`,
  );
  must(day.date === date, "date", () => `is ${show(day.date)} in the file of ${date}`);
  must(isDate(day.date), "date", "not a date");
  must(isText(day.hash) && HEX.test(day.hash), "hash", "not a SHA-256");
  must(isText(day.ledger_head) && HEX.test(day.ledger_head), "ledger_head", "not a SHA-256");
  must(isCount(day.ledger_rows), "ledger_rows", "not a count");
  must(isNullOr(isDate, day.previous_date), "previous_date", "neither a date nor null");
  must(day.previous_date === null || day.previous_date < date, "previous_date", "is not before the day");
  must(
    isNullOr((hash) => HEX.test(hash), day.previous_hash),
    "previous_hash",
    "neither a SHA-256 nor null",
  );
  must((day.previous_date === null) === (day.previous_hash === null), "previous_hash", "day and hash go together");
  must(Array.isArray(day.casks), "casks", "not a list");
  for (const [at, cask] of day.casks.entries())
    inside(
      () => `casks[${cask?.id ?? at}]`,
      () => checkCask(cask, date),
    );
  mustBeSorted(day.casks, ({ id }) => id, "casks");
  inside(
    () => "money",
    () => checkMoney(day.money),
  );
  checkResult(day, false);
  const failed = day.casks.find(({ result }) => result === "FAIL");
  const whose = failed ? `casks[${failed.id}]` : "money";
  must(
    day.result === "FAIL" || (!failed && day.money.result === "PASS"),
    "result",
    () => `PASS, though ${whose} is FAIL`,
  );
  return day;
}

function checkCask(cask, date) {
  must(isObject(cask), "", "not a cask");
  must(isText(cask.id), "id", "missing");
  must(isText(cask.name), "name", "missing");
  // Of a cask that failed any number may be what is wrong.
  const isNumber = cask.result === "FAIL" ? Number.isSafeInteger : isCount;
  for (const field of ["total", "issued", "reserved", "free", "void", "certificates_valid"])
    must(isNumber(cask[field]), field, () => `${show(cask[field])} is not a count`);
  must(isText(cask.list_sha256) && HEX.test(cask.list_sha256), "list_sha256", "not a SHA-256");
  checkResult(cask);
  if (cask.result === "PASS") {
    const sum = cask.issued + cask.reserved + cask.free + cask.void;
    must(
      sum === cask.total,
      "issued",
      () => `issued, reserved, free and void add up to ${sum}, total is ${cask.total}`,
    );
    const sold = cask.issued + cask.void;
    must(
      cask.certificates_valid <= sold,
      "certificates_valid",
      () => `${cask.certificates_valid} of ${sold} stakes sold`,
    );
  }
  checkValuations(cask.valuations, date);
  checkDocuments(cask.documents, date);
}

function checkValuations(valuations, date) {
  must(Array.isArray(valuations), "valuations", "not a list");
  const ids = new Set();
  for (const [at, value] of valuations.entries())
    inside(
      () => `valuations[${value?.id ?? at}]`,
      () => {
        must(isObject(value) && isText(value.id), "id", "missing");
        must(!ids.has(value.id), "id", "there twice");
        ids.add(value.id);
        must(isDate(value.valued_on) && value.valued_on <= date, "valued_on", "not a date up to this day");
        must(isCount(value.value_cents), "value_cents", "not whole cents");
        for (const field of ["method", "source", "tier"]) must(typeof value[field] === "string", field, "missing");
        must(
          isNullOr(isText, value.supersedes) && value.supersedes !== value.id,
          "supersedes",
          "neither null nor another valuation",
        );
      },
    );
  for (const { id, supersedes } of valuations)
    must(
      supersedes === null || ids.has(supersedes),
      `valuations[${id}].supersedes`,
      "what it takes the place of is not listed",
    );
  mustBeSorted(valuations, ({ valued_on, id }) => `${valued_on} ${id}`, "valuations");
}

function checkDocuments(documents, date) {
  must(Array.isArray(documents), "documents", "not a list");
  for (const [at, paper] of documents.entries())
    inside(
      () => `documents[${at}]`,
      () => {
        must(isObject(paper) && isText(paper.kind), "kind", "missing");
        must(isText(paper.issuer), "issuer", "missing");
        must(isText(paper.sha256) && HEX.test(paper.sha256), "sha256", "not a SHA-256");
        must(isNullOr(isDate, paper.issued_on), "issued_on", "neither a date nor null");
        must(paper.issued_on === null || paper.issued_on <= date, "issued_on", "after this day");
        must(isNullOr(isDate, paper.expires_on), "expires_on", "neither a date nor null");
      },
    );
  const keyOf = ({ kind, issued_on, sha256: hash }) => `${kind} ${issued_on ?? ""} ${hash}`;
  for (let at = 1; at < documents.length; at += 1)
    must(keyOf(documents[at - 1]) <= keyOf(documents[at]), `documents[${at}]`, "not in order");
}

/** All amounts but these two are parts of what is owed. */
function checkMoney(money) {
  must(isObject(money), "", "missing");
  const amounts = Object.keys(money).filter((field) => field.endsWith("_cents"));
  for (const field of ["held_cents", "owed_cents", "wallets_cents", "withdrawals_open_cents"])
    must(amounts.includes(field), field, "missing");
  for (const field of amounts)
    must(Number.isSafeInteger(money[field]), field, () => `${show(money[field])} is not whole cents`);
  checkResult(money);
  if (money.result === "FAIL") return;
  const parts = amounts.filter((field) => field !== "held_cents" && field !== "owed_cents");
  const sum = parts.reduce((total, field) => total + money[field], 0);
  must(
    sum === money.owed_cents,
    "owed_cents",
    () => `${money.owed_cents}, but its parts (${parts.join(", ")}) add up to ${sum}`,
  );
  must(
    money.held_cents >= money.owed_cents,
    "held_cents",
    () => `${money.held_cents} is less than the ${money.owed_cents} owed`,
  );
}

/** Over the file without its member `hash`. That is the last one of this name: those after it hold no further ones. */
async function hashOfDay(text, { hash }) {
  const member = `"hash":"${hash}",`;
  const at = text.lastIndexOf(member);
  return sha256(utf8.encode(text.slice(0, at) + text.slice(at + member.length)));
}

/** For messages. */
const show = (value) => String(JSON.stringify(value)).slice(0, 80);

// ---- One day after another ----

/** What later days are compared with. */
const keep = ({ id, name, total, issued, valuations, documents }, date) => {
  return { date, id, name, total, sold: issued > 0, valuations, documents };
};

/** Almost every cask says the same as the day before; this is the quick way to see it. */
function sayTheSame(some, others) {
  if (some.length !== others.length) return false;
  return some.every((one, at) => {
    for (const field in one) if (one[field] !== others[at][field]) return false;
    for (const field in others[at]) if (!(field in one)) return false;
    return true;
  });
}

/** `before` is the day that `day` follows. */
function checkFollows(before, day) {
  must(day.previous_date === before.date, "previous_date", () =>
    day.previous_date !== null && day.previous_date > before.date
      ? `${day.previous_date} is missing`
      : `is ${show(day.previous_date)}, though ${before.date} was published too`,
  );
  must(
    day.previous_hash === before.hash,
    "previous_hash",
    () => `is not the hash of ${before.date}, ${before.hash}: one of both days was changed`,
  );
  must(
    day.ledger_rows >= before.ledger_rows,
    "ledger_rows",
    () => `${day.ledger_rows}, fewer than the ${before.ledger_rows} of ${before.date}`,
  );
  must((day.ledger_rows === before.ledger_rows) === (day.ledger_head === before.ledger_head), "ledger_head", () =>
    day.ledger_rows === before.ledger_rows
      ? `changed since ${before.date} without a new row`
      : `the same as of ${before.date}, though rows were added`,
  );
  // A cask that was withdrawn before anything of it was sold may go; nothing else may.
  for (const cask of before.casks.values())
    must(
      !cask.sold || day.casks.has(cask.id),
      `casks[${cask.id}]`,
      () => `was sold of on ${before.date} and is missing now`,
    );
}

/** Nothing that was said of a cask is taken back: at two days that list it, one after the other. */
function checkCaskFollows(before, cask) {
  if (before.sold && cask.sold) {
    must(cask.name === before.name, "name", () => `was ${show(before.name)} on ${before.date}`);
    must(cask.total === before.total, "total", () => `was ${before.total} on ${before.date}`);
  }
  if (!sayTheSame(before.valuations, cask.valuations)) {
    const now = new Map(cask.valuations.map((value) => [value.id, value]));
    for (const value of before.valuations) {
      must(
        now.has(value.id),
        `valuations[${value.id}]`,
        () => `stands in ${before.date}, not in ${cask.date}: dropped`,
      );
      mustEqual(value, now.get(value.id), `valuations[${value.id}]`, before.date);
    }
  }
  if (!sayTheSame(before.documents, cask.documents)) {
    const now = cask.documents;
    const all = new Set(now.map((paper) => JSON.stringify(paper)));
    for (const [at, paper] of before.documents.entries()) {
      if (all.has(JSON.stringify(paper))) continue;
      const same = now.find((other) => other.sha256 === paper.sha256 && other.kind === paper.kind);
      if (same) mustEqual(paper, same, `documents[${now.indexOf(same)}]`, before.date);
      throw new Wrong(
        `documents[${at}].sha256`,
        `${paper.kind} ${paper.sha256} stands in ${before.date}, not in ${cask.date}: altered or dropped`,
      );
    }
  }
}

function mustEqual(before, now, path, date) {
  for (const field of Object.keys({ ...before, ...now }))
    must(
      JSON.stringify(before[field]) === JSON.stringify(now[field]),
      `${path}.${field}`,
      () => `was ${show(before[field])} on ${date}, is ${show(now[field])}`,
    );
}

/**
 * Days one after the other, the newest first.
 * @param files yields { date, bytes }, or { date, problem } for what cannot be had
 */
async function checkDays(files, { allLists = false, onDay = () => {} } = {}) {
  const run = {
    days: [],
    problems: [],
    newest: undefined,
    oldest: null,
    firstSeen: new Map(),
    lastSeen: new Map(),
    lists: new Map(),
  };
  for await (const { date, bytes, problem } of files) {
    const day = problem ? note(run, date, problem) : await checkFile(run, date, bytes);
    const kept = day && { ...day, casks: new Map(day.casks.map((cask) => [cask.id, keep(cask, date)])) };
    if (run.newest === undefined) run.newest = kept;
    if (day) takeDay(run, day, kept, allLists);
    run.oldest = kept;
    onDay();
  }
  return run;
}

function takeDay(run, day, kept, allLists) {
  const { date, result, reason, hash, previous_date } = day;
  // Each list once, for everything that is said about it.
  if (allLists || run.days.length === 0)
    for (const cask of day.casks) run.lists.set(`${cask.list_sha256} ${countsOf(cask)} ${cask.id}`, listOf(cask, date));
  run.days.push({ date, hash, previous_date, result, reason: reason ?? whyOf(day), casks: day.casks.length });
  join(run, { newest: kept, lastSeen: kept.casks });
  for (const [id, cask] of kept.casks) {
    run.firstSeen.set(id, cask);
    if (!run.lastSeen.has(id)) run.lastSeen.set(id, cask);
  }
}

/** The words beside a FAIL that has none of its own. */
const whyOf = ({ money, casks }) => money.reason ?? casks.find(({ reason }) => reason !== null)?.reason ?? null;

async function checkFile(run, date, bytes) {
  let day = null;
  let text = "";
  let isWrong = false;
  try {
    text = textOf(bytes);
    day = readCanonical(text);
    checkDay(day, date);
  } catch (error) {
    note(run, date, error);
    isWrong = true;
  }
  // With a wrong sum the hash still tells whether the file was changed after it was published.
  if (!HEX.test(day?.hash) || !Array.isArray(day.casks)) return null;
  const hash = await hashOfDay(text, day);
  if (hash !== day.hash) {
    note(run, date, new Wrong("hash", `is ${day.hash}, but the file's hash is ${hash}: it was changed`));
    return isWrong ? null : { ...day, isChanged: true };
  }
  return isWrong ? null : day;
}

function note(run, day, { field = "", message }) {
  run.problems.push({ day, field, what: message });
  return null;
}

/** Compares the oldest day of one run with the newest of the run before it. A changed file is blamed, not its neighbour. */
function join(newer, { newest, lastSeen }) {
  const attempt = (before, after, date, check) => {
    try {
      check();
    } catch (error) {
      if (!(error instanceof Wrong)) throw error;
      note(newer, before.isChanged && !after.isChanged ? before.date : date, error);
    }
  };
  const after = newer.oldest;
  if (after && newest) attempt(newest, after, after.date, () => checkFollows(newest, after));
  for (const [id, before] of lastSeen) {
    const cask = newer.firstSeen.get(id);
    if (cask)
      attempt(newest ?? before, after ?? cask, cask.date, () =>
        inside(
          () => `casks[${id}]`,
          () => checkCaskFollows(before, cask),
        ),
      );
  }
}

function joinRuns(runs, allLists) {
  const [newer, ...older] = runs;
  for (const run of older) {
    join(newer, run);
    newer.days.push(...run.days);
    newer.problems.push(...run.problems);
    if (allLists) for (const [key, list] of run.lists) newer.lists.set(key, list);
    for (const [id, cask] of run.firstSeen) newer.firstSeen.set(id, cask);
    newer.oldest = run.oldest;
  }
  return newer;
}

// ---- Lists ----

const countsOf = ({ total, issued, reserved, free, void: ended, result }) =>
  [total, issued, reserved + free, ended, result].join();
const listOf = ({ id, total, issued, reserved, free, void: ended, list_sha256, result }, date) => ({
  ...{ date, id, sha256: list_sha256, total, issued, unsold: free + reserved, ended, counts: result === "PASS" },
});

/** Returns how many stakes it has. */
async function checkList(bytes, wanted) {
  const isChanged = (await sha256(bytes)) !== wanted.sha256;
  const changed = "the list has another hash: it was changed";
  try {
    const stakes = checkStakes(bytes, wanted);
    must(!isChanged, "list_sha256", changed);
    return stakes;
  } catch (error) {
    // With both wrong, the field is what helps to find it.
    if (error instanceof Wrong && isChanged && error.field !== "list_sha256") error.message += ` (${changed})`;
    throw error;
  }
}

function checkStakes(bytes, { id, total, issued, unsold, ended, counts }) {
  const list = inside(
    () => "list",
    () => readCanonical(textOf(bytes)),
  );
  inside(
    () => "list",
    () => {
      must(isObject(list) && Array.isArray(list.stakes), "stakes", "not a list");
      must(list.cask_id === id, "cask_id", () => `is ${show(list.cask_id)}`);
      const found = { issued: 0, free: 0, void: 0 };
      const marks = new Set();
      for (const [at, stake] of list.stakes.entries())
        inside(
          () => `stakes[${stake?.number ?? at}]`,
          () => {
            must(isObject(stake) && stake.number === at + 1, "number", `number ${at + 1} should stand here, once`);
            must(Object.hasOwn(found, stake.state), "state", () => `${show(stake.state)} is not a state`);
            must(
              isNullOr((mark) => MARK.test(mark), stake.mark),
              "mark",
              "neither null nor 12 hex digits",
            );
            must(
              stake.mark === null || (stake.state !== "free" && !marks.has(stake.mark)),
              "mark",
              "of a free stake, or there twice",
            );
            marks.add(stake.mark);
            found[stake.state] += 1;
          },
        );
      if (!counts) return;
      must(
        list.total === total && list.stakes.length === total,
        "total",
        () => `${list.stakes.length} stakes, the day says ${total}`,
      );
      must(found.issued === issued, "stakes", () => `${found.issued} issued, the day says ${issued}`);
      must(found.free === unsold, "stakes", () => `${found.free} free, the day says ${unsold} free or reserved`);
      must(found.void === ended, "stakes", () => `${found.void} void, the day says ${ended}`);
    },
  );
  return list.stakes.length;
}

/** @param read gives the bytes of a list, or null. Returns how many stakes were looked at. */
async function checkLists(read, lists, onList = () => {}) {
  const problems = [];
  let stakes = 0;
  for (const list of lists) {
    try {
      const bytes = await read(list);
      must(bytes !== null, "list_sha256", `the list ${list.sha256} is missing`);
      stakes += await checkList(bytes, list);
    } catch (error) {
      problems.push({ day: list.date, field: `casks[${list.id}].${error.field ?? "list"}`, what: error.message });
    }
    onList();
  }
  return { problems, stakes };
}

// ---- The whole history ----

/** The end of the chain, and what somebody knows of it. */
function checkEnds(run, { heads, days }) {
  const oldest = run.days.at(-1);
  const isKnownWrong = run.problems.some(({ day }) => day === oldest?.previous_date);
  if (oldest?.previous_date && !days && !isKnownWrong)
    note(
      run,
      oldest.date,
      new Wrong("previous_date", `${oldest.previous_date} is missing (to check the newest days only, say --days)`),
    );
  const newest = run.days[0];
  if (newest?.result === "FAIL")
    note(run, newest.date, new Wrong("result", `the audit itself says FAIL: ${newest.reason ?? "no reason given"}`));
  if (!newest && run.problems.length === 0) note(run, "-", new Wrong("", "no day's file was found"));
  let lastSame = null;
  for (const [date, hash] of [...heads].sort()) {
    const found = run.days.find((day) => day.date === date);
    if (found?.hash === hash) lastSame = date;
    else {
      const since = lastSame ? `between ${lastSame}, which is as you know it, and this day` : "on this day or before";
      const is = found
        ? `is ${found.hash}, you know ${hash}`
        : run.problems.some(({ day }) => day === date)
          ? "cannot be read"
          : "this day is not among the days checked";
      note(run, date, new Wrong("hash", `${is}. History was rewritten ${since}, or not all of it is here`));
      break;
    }
  }
}

function reportOf(run, stakes, listed, where) {
  const files = new Set(run.problems.filter(({ field }) => field === "hash").map(({ day }) => day));
  // First whatever names a field in a day that was changed, then the earliest.
  const rank = ({ day, field }) => `${files.has(day) ? 0 : 1} ${day} ${field === "hash" ? 1 : 0}`;
  const problems = [...run.problems].sort((a, b) => (rank(a) < rank(b) ? -1 : 1));
  const [newest] = run.days;
  const failedBefore = run.days.slice(1).filter(({ result }) => result === "FAIL");
  return {
    ok: problems.length === 0,
    where,
    problems,
    days: run.days.length,
    from: run.days.at(-1)?.date ?? null,
    to: newest?.date ?? null,
    head: newest ? `${newest.date}=${newest.hash}` : null,
    casks: newest?.casks ?? 0,
    lists: listed,
    stakes,
    failedBefore: failedBefore.map(({ date, reason }) => ({ day: date, what: reason ?? "no reason given" })),
  };
}

/** The same words on the command line and on a page. */
export function linesOf(report) {
  const lines = [];
  if (report.ok) lines.push(`PASS ${report.where}`);
  for (const { day, field, what } of report.problems.slice(0, 20))
    lines.push(`FAIL ${day} ${field || "file"}: ${what}`);
  if (report.problems.length > 20) lines.push(`... and ${report.problems.length - 20} more`);
  if (report.days > 0) {
    lines.push(`checked: ${report.days} days, ${report.from} to ${report.to}, each with the hash of the one before it`);
    lines.push(
      `checked: ${report.casks} casks on ${report.to}, and ${report.lists} lists with ${report.stakes} stakes`,
    );
  }
  for (const { day, what } of report.failedBefore) lines.push(`note: on ${day} the audit itself said FAIL: ${what}`);
  if (report.ok) lines.push(`head ${report.head}`);
  return lines;
}

// ---- From a site ----

/**
 * @param onProgress told after each file: { days, lists, ofLists }
 * @returns a report; `linesOf` puts it into words
 */
export async function verifyOrigin(origin, options = {}, onProgress = () => {}) {
  const { heads = [], days = 0, lists = false, get = fetch } = options;
  const base = origin.replace(/\/+$/, "");
  const read = async (path) => {
    const answer = await get(`${base}${path}`, { headers: { Accept: "application/json" } });
    if (answer.status === 404) return null;
    if (!answer.ok) throw new Wrong("", `${path} answers ${answer.status}`);
    return new Uint8Array(await answer.arrayBuffer());
  };
  async function* walk() {
    let bytes = await read("/audit/latest.json");
    if (!bytes) return;
    const latest = bytes;
    for (let count = 0, date = null; ; count += 1) {
      let day;
      try {
        day = JSON.parse(new TextDecoder().decode(bytes));
      } catch {
        day = null;
      }
      if (count === 0) {
        date = isDate(day?.date) ? day.date : "latest";
        bytes = date === "latest" ? bytes : await read(`/audit/${date}.json`);
        if (!bytes || !sameBytes(bytes, latest))
          yield { date, problem: new Wrong("", "latest.json and the file of its day differ") };
      }
      if (bytes) yield { date, bytes };
      const next = day?.previous_date;
      if (!isDate(next) || !(next < date) || (days && count + 1 >= days)) return;
      bytes = await read(`/audit/${next}.json`);
      if (!bytes) return;
      date = next;
    }
  }
  let done = 0;
  const run = await checkDays(guarded(walk()), {
    allLists: lists,
    onDay: () => onProgress({ days: (done += 1), lists: 0, ofLists: 0 }),
  });
  checkEnds(run, { heads, days });
  const wanted = [...run.lists.values()];
  let ready = 0;
  const onList = () => onProgress({ days: done, lists: (ready += 1), ofLists: wanted.length });
  const readList = ({ date, id }) => read(`/audit/${date}/${encodeURIComponent(id)}.json`);
  const parts = await Promise.all(inParts(wanted, 6).map((part) => checkLists(readList, part, onList)));
  return finish(run, parts, wanted.length, origin);
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

function finish(run, parts, listed, where) {
  run.problems.push(...parts.flatMap(({ problems }) => problems));
  const stakes = parts.reduce((sum, part) => sum + part.stakes, 0);
  return reportOf(run, stakes, listed, where);
}

const sameBytes = (a, b) => a.length === b.length && a.every((byte, at) => byte === b[at]);

const inParts = (things, most) => {
  const size = Math.max(1, Math.ceil(things.length / most));
  return Array.from({ length: Math.ceil(things.length / size) }, (_, at) => things.slice(at * size, (at + 1) * size));
};

// ---- From files, in Node ----

/** Days are files called YYYY-MM-DD.json, lists are called by their hash; they may lie in any folders. */
export async function verifyFiles(paths, { heads = [], days = 0, lists = false, threads = 0 } = {}) {
  const fs = await import("node:fs");
  const found = findFiles(fs, paths);
  const all = [...found.days.keys()].sort().reverse();
  const dates = days ? all.slice(0, days) : all;
  const files = { days: dates.map((date) => [date, found.days.get(date)[0]]), lists: found.lists };
  const most = threads || (await import("node:os")).availableParallelism();
  const count = Math.max(1, Math.min(most, Math.ceil(dates.length / 20)));
  const runs = await inThreads(inParts(files.days, count).map((part) => ({ days: part, allLists: lists })));
  const run = runs.length > 0 ? joinRuns(runs, lists) : await checkDays([]);
  compareCopies(fs, run, found);
  checkEnds(run, { heads, days });
  const wanted = [...run.lists.values()].map((list) => ({ ...list, path: files.lists.get(list.sha256) ?? null }));
  const parts = await inThreads(inParts(wanted, wanted.length > 200 ? most : 1).map((part) => ({ lists: part })));
  return finish(run, parts, wanted.length, paths.join(" "));
}

function findFiles(fs, paths) {
  const found = { days: new Map(), lists: new Map(), latest: [] };
  const look = (path) => {
    if (fs.statSync(path).isDirectory()) {
      for (const name of fs.readdirSync(path).sort()) look(`${path.replace(/\/$/, "")}/${name}`);
      return;
    }
    const name = /([^/\\]+)\.json$/.exec(path)?.[1] ?? "";
    if (/^\d{4}-\d\d-\d\d$/.test(name)) found.days.set(name, [...(found.days.get(name) ?? []), path]);
    else if (HEX.test(name)) found.lists.set(name, path);
    else if (name === "latest") found.latest.push(path);
  };
  for (const path of paths) look(path);
  return found;
}

/** A day that is there more than once (an older copy, or latest.json) must be the same each time. */
function compareCopies(fs, run, found) {
  const newest = [...found.days.keys()].sort().at(-1);
  const copies = new Map(found.days);
  if (newest) copies.set(newest, [...found.days.get(newest), ...found.latest]);
  else
    for (const path of found.latest) note(run, "latest", new Wrong("", `${path} is here without the file of its day`));
  for (const [date, [first, ...others]] of copies)
    for (const path of others) {
      const [a, b] = [first, path].map((one) => fs.readFileSync(one));
      if (sameBytes(a, b)) continue;
      const at = a.findIndex((byte, index) => byte !== b[index]);
      const text = a.toString("latin1");
      note(run, date, new Wrong(fieldAt(text, at < 0 ? text.length : at, parsed(text)), `${first} and ${path} differ`));
    }
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** What a thread does: some days, or some lists. */
async function work({ days, lists, allLists }) {
  const fs = await import("node:fs");
  const open = (path) => (path === null ? null : fs.readFileSync(path));
  if (lists) return checkLists(({ path }) => open(path), lists);
  function* files() {
    for (const [date, path] of days) yield { date, bytes: open(path) };
  }
  return checkDays(guarded(files()), { allLists });
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

// ---- The command ----

const USAGE =
  "usage: node verify-audit.mjs https://ORIGIN | FILE or FOLDER...  [--head DATE=HASH]... [--days N] [--lists]";

function readArguments(words) {
  const read = { paths: [], heads: [], days: 0, lists: false };
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at];
    if (word === "--lists") read.lists = true;
    else if (word === "--head") {
      const [date, hash] = (words[(at += 1)] ?? "").split("=");
      if (!isDate(date) || !HEX.test(hash)) return null;
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
  const options = readArguments(words);
  if (!options) return [USAGE, 2];
  try {
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
