import * as z from "zod";
import { isCalendarDate } from "~/domain/calendar-date";
import type { SignedStatement } from "~/domain/keepers/statement";

// How a signed statement is read. It is strict: whatever stands in it was signed, so nothing is left out and nothing is put right.

/** Of the text, with whatever blanks it has. */
const MOST_CHARACTERS = 60_000;
const MOST_CASKS = 500;

const line = (most: number) =>
  z
    .string()
    .max(most)
    // No control characters, no halves of surrogate pairs, no blanks at the ends.
    .refine((text) => text === text.trim() && !/[\p{Cc}\p{Cs}]/u.test(text));

const caskSchema = z.strictObject({
  litres: z
    .number()
    .min(0)
    .max(100_000)
    .refine((litres) => Math.round(litres * 10) === Number((litres * 10).toFixed(6)))
    .nullable(),
  note: line(120),
  number: line(40).min(1),
  present: z.boolean(),
});

const schema = z.strictObject({
  signature: z.string().regex(/^[A-Za-z0-9+/]{86}==$/),
  statement: z.strictObject({
    casks: z.array(caskSchema).min(1).max(MOST_CASKS),
    date: z.string().refine(isCalendarDate),
    keeper: z.string().regex(/^[a-z0-9-]{3,40}$/),
  }),
});

export type ReadStatement =
  | { ok: true; signed: SignedStatement }
  /** `where`: the field that is wrong, such as 'casks[3].litres'; of a number that is there twice, the number. */
  | { ok: false; code: "nothing" | "too-large" | "not-json" | "field" | "named-twice"; where: string };

export function readStatement(text: string): ReadStatement {
  const refused = (code: Exclude<ReadStatement, { ok: true }>["code"], where = ""): ReadStatement => ({
    ok: false,
    code,
    where,
  });
  if (text.trim() === "") return refused("nothing");
  if (text.length > MOST_CHARACTERS) return refused("too-large");
  let value: unknown;
  try {
    // A file that Windows wrote may begin with a mark.
    value = JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch {
    return refused("not-json");
  }
  const read = schema.safeParse(value);
  if (!read.success) return refused("field", whereOf(read.error.issues[0]));
  const numbers = read.data.statement.casks.map(({ number }) => number);
  const twice = numbers.find((number, at) => numbers.indexOf(number) !== at);
  return twice === undefined ? { ok: true, signed: read.data } : refused("named-twice", twice);
}

/** 'statement.casks[3].litres'; of a field that does not belong there, its own name. */
function whereOf(issue: z.core.$ZodIssue | undefined): string {
  const path = (issue?.path ?? []).reduce<string>(
    (text, part) =>
      typeof part === "number" ? `${text}[${part}]` : text === "" ? String(part) : `${text}.${String(part)}`,
    "",
  );
  const [extra] = issue?.code === "unrecognized_keys" ? issue.keys : [];
  return extra === undefined ? path : path === "" ? extra : `${path}.${extra}`;
}
