/** Casks on one page of a day. */
export const CASKS_A_PAGE = 20;
/** Stakes on one page of a cask's list: marks are random and cannot be compressed, and the page stays below 14,000 B. */
export const STAKES_A_PAGE = 200;

export const dayHref = (date: string) => `/audit/${date}`;

export function listHref({ date, caskId, page = 1 }: { date: string; caskId: string; page?: number }): string {
  return `/audit/${date}/${encodeURIComponent(caskId)}${page > 1 ? `?page=${page}` : ""}`;
}

export const stakeAnchor = (stakeNumber: number) => `stake-${stakeNumber}`;

/** The very line of one stake in a day's list. */
export function stakeHref({
  date,
  caskId,
  stakeNumber,
}: {
  date: string;
  caskId: string;
  stakeNumber: number;
}): string {
  return `${listHref({ date, caskId, page: Math.ceil(stakeNumber / STAKES_A_PAGE) })}#${stakeAnchor(stakeNumber)}`;
}

type Page<T> = { shown: T[]; page: number; pages: number };

/** @param asked as it stands in the address; what is not a page of these is the first. */
export function pageOf<T>(things: readonly T[], size: number, asked: string | null): Page<T> {
  const pages = Math.max(1, Math.ceil(things.length / size));
  const number = /^[1-9]\d{0,5}$/.test(asked ?? "") ? Number(asked) : 1;
  const page = number > pages ? 1 : number;
  return { shown: things.slice((page - 1) * size, page * size), page, pages };
}
