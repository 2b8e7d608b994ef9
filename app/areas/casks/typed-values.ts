import * as z from "zod";
import { formErrors } from "~/content/operator-cask-texts";
import { firstErrors } from "~/core/first-errors";
import { isCalendarDate } from "~/domain/calendar-date";
import { formatUsd, typedFigure, typedToCents } from "~/domain/money";
import { isPrintable, tidy } from "~/domain/tidy-text";

// Each message begins with the name of its field, for users of screen readers.

const typed = (field: string) => z.string(formErrors.missing(field));

export const typedLine = (field: string, most = 120) =>
  typed(field)
    .transform(tidy)
    .pipe(
      z
        .string()
        .min(1, formErrors.missing(field))
        .max(most, formErrors.tooLong(field, most))
        .refine(isPrintable, `${field}: use Latin letters. Certificates cannot print the others.`),
    );

export const typedLines = (field: string, most: number) =>
  typed(field)
    .transform((text) => text.replace(/\r\n?/g, "\n").split("\n").map(tidy).join("\n").trim())
    .pipe(z.string().min(1, formErrors.missing(field)).max(most, formErrors.tooLong(field, most)));

export const typedDay = (field: string) =>
  typed(field)
    .transform((text) => text.trim())
    .pipe(
      z
        .string()
        .min(1, formErrors.missing(field))
        .refine(isCalendarDate, `${field}: enter a valid date, as YYYY-MM-DD.`),
    );

export const typedCents = (field: string, { from, to }: { from: number; to: number }) =>
  typedLine(field, 40)
    .transform(typedToCents)
    .pipe(
      z
        .int(`${field}: enter an amount in dollars, such as 1250 or 1,250.50.`)
        .refine((cents) => cents >= from && cents <= to, formErrors.outOfRange(field, formatUsd(from), formatUsd(to))),
    );

export const typedTenths = (field: string, { from, to }: { from: number; to: number }) =>
  typedLine(field, 20)
    .transform((text) => typedFigure(text, 1))
    .pipe(
      z
        .int(`${field}: enter a number with at most one decimal, such as 63.4.`)
        .refine(
          (tenths) => tenths >= from && tenths <= to,
          formErrors.outOfRange(field, String(from / 10), String(to / 10)),
        ),
    );

export const typedWhole = (field: string, { from, to }: { from: number; to: number }) =>
  typedLine(field, 20)
    .transform((text) => typedFigure(text, 0))
    .pipe(
      z
        .int(`${field}: enter a whole number.`)
        .refine((number) => number >= from && number <= to, formErrors.outOfRange(field, String(from), String(to))),
    );

export const typedChoice = <const T extends readonly [string, ...string[]]>(field: string, names: T) =>
  typed(field)
    .transform((text) => text.trim().toLowerCase().replaceAll(" ", "-"))
    .pipe(z.enum(names, `${field}: choose one from the list.`));

export const orNothing = <Value>(schema: z.ZodType<Value, string>) =>
  z.union([z.literal("").transform(() => null), schema]).prefault("");

/** The form's own fields as they were sent, to be shown again. */
export function asTyped(fields: Record<string, unknown>, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.flatMap((name) => (typeof fields[name] === "string" ? [[name, fields[name]]] : [])));
}

/** Whether the row that a form wrote before says what it says now. */
export const says = <Row extends object>(found: Row, sent: Partial<Row>): boolean =>
  (Object.keys(sent) as (keyof Row)[]).every((name) => found[name] === sent[name]);

export type InvalidForm<Values> = {
  ok: false;
  code: "invalid";
  typed: Record<string, string>;
  errors: Partial<Record<keyof Values, string>>;
};

/** What a form says, or what is wrong with which field. @param names of its own fields */
export function readForm<Values extends object>(
  schema: z.ZodType<Values>,
  fields: Record<string, unknown>,
  names: readonly string[],
): { ok: true; values: Values } | InvalidForm<Values> {
  const parsed = schema.safeParse(fields);
  if (parsed.success) return { ok: true, values: parsed.data };
  return { ok: false, code: "invalid", typed: asTyped(fields, names), errors: firstErrors(parsed.error) };
}
