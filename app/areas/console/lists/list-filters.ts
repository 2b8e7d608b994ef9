// What a list can be filtered by. Each filter is a parameter of its URL, which names neither the first choice nor an empty text.

/** `alone`: this choice goes with no other filter. null: can be asked for, and has no link. */
type Choice = string | { label: string; alone: true } | null;
export type Choices = { label: string; choices: Record<string, Choice> };
type Typed = (typed: string | null) => string | null;

export type Filters = Record<string, Choices | Typed>;

export type Chosen<F extends Filters> = {
  [Name in keyof F]: F[Name] extends Choices ? keyof F[Name]["choices"] & string : string | null;
};

const firstOf = ({ choices }: Choices): string => Object.keys(choices)[0] ?? "";

/** A choice that there is not is the first. */
export function readFilters<F extends Filters>(filters: F, query: URLSearchParams): Chosen<F> {
  const chosen = Object.entries(filters).map(([name, filter]) => {
    const typed = query.get(name);
    if (typeof filter === "function") return [name, filter(typed)];
    return [name, Object.keys(filter.choices).find((one) => one === typed) ?? firstOf(filter)];
  });
  return Object.fromEntries(chosen) as Chosen<F>;
}

type Values = Readonly<Record<string, string | null>>;

/** The list's URL under these filters. */
export function listUrl(href: string, filters: Filters, chosen: Values): string {
  const query = listQuery(filters, chosen);
  return query.size === 0 ? href : `${href}?${query.toString()}`;
}

/** What the address of a row's page says of its list: the filters, where the page of the list begins, and the row, from 0. */
export function rowQuery(filters: Filters, chosen: Values, { after, row }: { after: string | null; row: number }) {
  const query = listQuery(filters, chosen);
  if (after !== null) query.set("after", after);
  query.set("row", String(row));
  return `?${query.toString()}`;
}

/** null: the address names no row, and what it shows was not opened from a list. */
export function readRow(query: URLSearchParams): number | null {
  const typed = query.get("row") ?? "";
  return /^\d{1,2}$/.test(typed) ? Number(typed) : null;
}

function listQuery(filters: Filters, chosen: Values): URLSearchParams {
  const query = new URLSearchParams();
  for (const [name, filter] of Object.entries(filters)) {
    const value = chosen[name] ?? null;
    if (value !== null && (typeof filter === "function" || value !== firstOf(filter))) query.set(name, value);
  }
  return query;
}
