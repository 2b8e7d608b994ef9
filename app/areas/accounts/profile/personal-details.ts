import { eq } from "drizzle-orm";
import * as z from "zod";
import type { Database } from "~/db/client";
import { users } from "~/db/schema/people";
import { row } from "~/db/work";
import type { Deps } from "~/core/deps";
import { firstErrors, sentTexts } from "~/core/first-errors";
import { emailAddress } from "~/areas/accounts/login/read-address";
import type { Session } from "~/core/session/session";
import { nameTexts } from "~/content/profile-texts";
import { isPrintable, tidy } from "~/domain/tidy-text";
import { BANK_FIELD_LENGTH, oneLine, severalLines } from "./bank-details";

const ADDRESS_LENGTH = 500;

export function personalQuery(db: Database, userId: string) {
  return db
    .select({
      fullName: users.fullName,
      nameOnCertificate: users.nameOnCertificate,
      email: users.email,
      phone: users.phone,
      address: users.address,
    })
    .from(users)
    .where(eq(users.id, userId));
}

export async function readPersonalDetails({ db }: Deps, session: Session): Promise<Personal | undefined> {
  return (await session.read(({ userId }) => row(personalQuery(db, userId)))).result;
}

export type Personal = Awaited<ReturnType<typeof personalQuery>>[number];

export const personName = oneLine(BANK_FIELD_LENGTH)
  .transform(tidy)
  .refine((name) => name === "" || /\p{L}/u.test(name), nameTexts.noLetter);

const latinName = personName.refine(isPrintable, nameTexts.notLatin);

export const hasOtherLetters = (full: string) => !isPrintable(tidy(full));

type Names = { full_name?: string; name_on_certificate?: string };

/** The problem with the two names together; null if there is none. Where no name for certificates is sent, none is asked for. */
function nameProblem({ full_name: full, name_on_certificate: latin }: Names): string | null {
  if (latin === undefined) return null;
  if (latin !== "" && !full) return "Enter your full name too.";
  if (latin !== "" && full && latin !== full && !hasOtherLetters(full)) return nameTexts.notNeeded;
  return latin === "" && full && hasOtherLetters(full) ? nameTexts.needed : null;
}

const schema = z.object({
  full_name: personName,
  name_on_certificate: latinName,
  email: z
    .string()
    .transform((typed) => typed.trim())
    .pipe(z.union([z.literal(""), emailAddress])),
  address: severalLines(ADDRESS_LENGTH),
});

type PersonalField = keyof z.infer<typeof schema>;
export type PersonalValues = Record<PersonalField, string>;
type Errors = Partial<Record<PersonalField, string>>;

export type ReadPersonal =
  { ok: true; values: Partial<PersonalValues> } | { ok: false; typed: Partial<PersonalValues>; errors: Errors };

export function readPersonal(fields: Record<string, unknown>): ReadPersonal {
  const typed = sentTexts(schema.keyof().options, fields);
  const parsed = schema.partial().safeParse(typed);
  if (!parsed.success) return { ok: false, typed, errors: firstErrors(parsed.error) };
  const problem = nameProblem(parsed.data);
  if (problem) return { ok: false, typed, errors: { name_on_certificate: problem } };
  return { ok: true, values: parsed.data };
}
