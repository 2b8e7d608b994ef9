import { formatDate } from "~/domain/calendar-date";
import { claimsOf, showClaims, sourceNotes, statedIds } from "./claims";
import { companyOf, showCompany, shownOf } from "./company";

// What operators state of the company and in claims: every text of an isolate says what was shown it last.

/** As the settings `company` and `claims` keep it; '': what the content says. */
export type Stated = { company: string; claims: string };

/** null: marks. */
let last: Stated | null = { company: "", claims: "" };

/** From now on every text says this. */
export function showStated({ company, claims }: Stated): void {
  if (company !== last?.company) showCompany(shownOf(companyOf(company)));
  if (claims !== last?.claims) showClaims(claimsOf(claims));
  last = { company, claims };
}

const FACTS = Object.keys(shownOf(companyOf(""))) as (keyof ReturnType<typeof shownOf>)[];
const PARTS = ["figure", "statement", "period", "source", "asOf", "limits"] as const;

const companyMark = (fact: string) => `{live:company-${fact}}`;
const claimMark = (id: string, part: string) => `{live:${id}-${part}}`;
const marksOf = <Name extends string>(names: readonly Name[], mark: (name: Name) => string) =>
  Object.fromEntries(names.map((name) => [name, mark(name)])) as Record<Name, string>;

/** For files that are made once: every text says marks, which are filled in when the file is sent. */
export function showMarks(): void {
  last = null;
  showCompany(marksOf(FACTS, companyMark));
  showClaims(Object.fromEntries(statedIds.map((id) => [id, marksOf(PARTS, (part) => claimMark(id, part))])));
}

/** What stands in place of each of these marks. */
export function statedTexts({ company, claims }: Stated): Record<string, string> {
  showStated({ company, claims });
  const facts = shownOf(companyOf(company));
  return Object.fromEntries([
    ...FACTS.map((fact) => [companyMark(fact), facts[fact]]),
    ...sourceNotes.flatMap((note) =>
      PARTS.map((part) => [claimMark(note.id, part), part === "asOf" ? formatDate(note.asOf) : note[part]]),
    ),
  ]) as Record<string, string>;
}
