import { type CalendarDate, isCalendarDate } from "./calendar-date";

// What operators state of the company and in marketing, as they write it and as it is kept: a line each of 'NAME: VALUE', with where it
// comes from and as of which day.

/** `at`: the name of the first line that is missing, wrong, or there twice. */
export type ReadFacts<Facts> = { ok: true; kept: string; facts: Facts } | { ok: false; at: string };

export type CompanyFacts = {
  legalName: string;
  registeredIn: string;
  registryNumber: string;
  address: string;
  ukCustomsRegistration: string;
  email: string;
  whatsApp: string;
  hours: string;
  replyTime: string;
};

const COMPANY_LINES = {
  legalName: "Legal name",
  registeredIn: "Registered in",
  registryNumber: "Registry number",
  address: "Address",
  ukCustomsRegistration: "UK customs registration",
  email: "Email",
  whatsApp: "WhatsApp",
  hours: "Hours",
  replyTime: "Reply",
} as const satisfies Record<keyof CompanyFacts, string>;

const COMPANY_FIELDS = Object.keys(COMPANY_LINES) as (keyof CompanyFacts)[];

/** What a claim says; a field that is not stated stays as it was. */
export type StatedClaim = Partial<Record<"figure" | "statement" | "period" | "limits", string>> & {
  source: string;
  asOf: CalendarDate;
};
/** By the id of the claim. */
export type StatedClaims = Record<string, StatedClaim>;

const CLAIM_LINES = {
  figure: "figure",
  statement: "statement",
  period: "period",
  source: "source",
  asOf: "as of",
  limits: "limits",
} as const;
type ClaimField = keyof typeof CLAIM_LINES;
const CLAIM_FIELDS = Object.keys(CLAIM_LINES) as ClaimField[];

/** For what was checked when it was typed. */
const ANY_DAY = "9999-12-31";

/** No younger than today, so that nothing is stated before it is so. */
export const isPastDay = (value: string, today: CalendarDate): boolean => isCalendarDate(value) && value <= today;

type Rule = (value: string, today: CalendarDate) => boolean;
/** Without the marks of a page. */
const isText: Rule = (value) => /^[^{}]{2,300}$/.test(value);
const isSource: Rule = (value) => /^[^{}]{10,300}$/.test(value);
const isEmail: Rule = (value) => /^[\w.+-]{1,64}@[a-z0-9.-]+\.[a-z]{2,}$/i.test(value);
const isNumber: Rule = (value) => /^\+[1-9][\d ]{7,20}$/.test(value);

/** Every line by its name, in the order of typing; or the name that is there twice. */
function readLines(typed: string): Map<string, string> | string {
  const lines = new Map<string, string>();
  for (const line of typed.split(/\r?\n/).map((one) => one.trim().replace(/\s+/g, " "))) {
    if (line === "") continue;
    const [, name = line.slice(0, 60), value = ""] = /^([^:]{1,60}): ?(.*)$/.exec(line) ?? [];
    if (lines.has(name)) return name;
    lines.set(name, value);
  }
  return lines;
}

const keptLines = (lines: readonly (readonly [string, string])[]) =>
  lines.map(([name, value]) => `${name}: ${value}`).join("\n");

/** All of the company, with source and day. */
export function readCompany(typed: string, today: CalendarDate = ANY_DAY): ReadFacts<CompanyFacts> {
  const lines = readLines(typed);
  if (typeof lines === "string") return { ok: false, at: lines };
  const rules: [string, Rule][] = [
    ...COMPANY_FIELDS.map((field): [string, Rule] => [
      COMPANY_LINES[field],
      field === "email" ? isEmail : field === "whatsApp" ? isNumber : isText,
    ]),
    ["Source", isSource],
    ["As of", isPastDay],
  ];
  const at =
    [...lines.keys()].find((name) => !rules.some(([known]) => known === name)) ??
    rules.find(([name, fits]) => !fits(lines.get(name) ?? "", today))?.[0];
  if (at !== undefined) return { ok: false, at };
  const kept = keptLines(rules.map(([name]) => [name, lines.get(name) ?? ""]));
  const facts = COMPANY_FIELDS.map((field) => [field, lines.get(COMPANY_LINES[field])]);
  return { ok: true, kept, facts: Object.fromEntries(facts) as CompanyFacts };
}

/** As it is typed, with source and day to be filled in. */
export const writeCompany = (facts: CompanyFacts): string =>
  keptLines([
    ...COMPANY_FIELDS.map((field) => [COMPANY_LINES[field], facts[field]] as const),
    ["Source", ""],
    ["As of", ""],
  ]);

/**
 * What is stated of some claims, in lines such as 'market-size figure: USD 70 billion': each with a source and its day.
 * @param ids of all claims
 */
export function readClaims(
  typed: string,
  ids: readonly string[],
  today: CalendarDate = ANY_DAY,
): ReadFacts<StatedClaims> {
  const lines = readLines(typed);
  if (typeof lines === "string") return { ok: false, at: lines };
  const rules = ids.flatMap((id) =>
    CLAIM_FIELDS.map((field) => ({ id, field, name: `${id} ${CLAIM_LINES[field]}`, fits: ruleOf(field) })),
  );
  const stated = rules.filter(({ name }) => lines.has(name));
  const about = ids.filter((id) => stated.some((rule) => rule.id === id));
  const asked = rules.filter(
    ({ id, field, name }) => lines.has(name) || (about.includes(id) && (field === "source" || field === "asOf")),
  );
  const at =
    [...lines.keys()].find((name) => !stated.some((rule) => rule.name === name)) ??
    asked.find(({ name, fits }) => !fits(lines.get(name) ?? "", today))?.name;
  if (at !== undefined) return { ok: false, at };
  const claimOf = (id: string) =>
    Object.fromEntries(
      stated.filter((rule) => rule.id === id).map(({ field, name }) => [field, lines.get(name)]),
    ) as StatedClaim;
  return {
    ok: true,
    kept: keptLines(stated.map(({ name }) => [name, lines.get(name) ?? ""])),
    facts: Object.fromEntries(about.map((id) => [id, claimOf(id)])),
  };
}

const ruleOf = (field: ClaimField): Rule => (field === "source" ? isSource : field === "asOf" ? isPastDay : isText);
