import * as z from "zod";
import { centsToWire, wireToCents } from "~/domain/money";
import { apiTexts } from "~/content/api-texts";

// Pieces of the wire: money is a number of dollars with at most two decimals, dates are 'YYYY-MM-DD' in UTC.

export const id = z.string().min(1).max(60);
export const dollars = z.number().meta({ description: "US dollars, at most two decimals" });
export const date = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);

/** Where someone can be reached: one of the two. */
export const address = {
  email: z.string().max(320).nullish(),
  phone_number: z.string().max(40).nullish().meta({ description: "10 digits, with or without +91" }),
};

/** What a client says something costs; only ever compared with what it does cost. */
export const claimedAmount = z
  .number()
  .positive()
  .refine((amount) => wireToCents(amount) !== null, apiTexts.badAmount);

export function toWire(cents: number): number;
export function toWire(cents: number | null): number | null;
export function toWire(cents: number | null): number | null {
  return cents === null ? null : centsToWire(cents);
}

/** Both spellings are read by clients. */
export const activationFields = {
  isActive: z.boolean(),
  is_active: z.boolean(),
  hasMadeOneTimePayment: z.boolean(),
  has_made_one_time_payment: z.boolean(),
};

export const activationWire = (activated: boolean) => ({
  isActive: activated,
  is_active: activated,
  hasMadeOneTimePayment: activated,
  has_made_one_time_payment: activated,
});

export const problemSchema = z
  .object({
    status: z.literal(false),
    message: z.string(),
    field: z.string().optional().meta({ description: "The field of the request it is about" }),
  })
  .meta({ title: "Problem" });

/** The answer of a call that only does something. */
export const doneSchema = z.object({ status: z.literal(true), message: z.string() });

export const withData = <T extends z.ZodType>(data: T) => z.object({ status: z.literal(true), data });
