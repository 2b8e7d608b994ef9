import { type CalendarDate, dateOf } from "~/domain/calendar-date";
import { registerMark } from "./hashes";

/** Stakes on one page of a cask's list: marks are random and cannot be compressed, and the page stays below 14,000 B. */
export const STAKES_A_PAGE = 200;

export const formatCount = (count: number) => count.toLocaleString("en-US");
export const countOf = (count: number, word: string) => `${formatCount(count)} ${word}${count === 1 ? "" : "s"}`;

export const dayHref = (date: string) => `/audit/${date}`;

type Listed = { date: string; caskId: string };

export const listHref = ({ date, caskId, page = 1 }: Listed & { page?: number }) =>
  `/audit/${date}/${encodeURIComponent(caskId)}${page > 1 ? `?page=${page}` : ""}`;

export const stakeAnchor = (stakeNumber: number) => `stake-${stakeNumber}`;

export const stakeHref = ({ stakeNumber, ...list }: Listed & { stakeNumber: number }) =>
  `${listHref({ ...list, page: Math.ceil(stakeNumber / STAKES_A_PAGE) })}#${stakeAnchor(stakeNumber)}`;

type Page<T> = { shown: T[]; page: number; pages: number };

/** @param asked as it stands in the address; what is not a page of these is the first. */
export function pageOf<T>(things: readonly T[], size: number, asked: string | null): Page<T> {
  const pages = Math.max(1, Math.ceil(things.length / size));
  const number = /^[1-9]\d{0,5}$/.test(asked ?? "") ? Number(asked) : 1;
  const page = number > pages ? 1 : number;
  return { shown: things.slice((page - 1) * size, page * size), page, pages };
}

// Where the holder of a certificate finds their stake in the public audit, told from what the database knows of the audits.

export type MarkedCertificate = {
  /** The date of the newest published audit. */
  auditedOn: CalendarDate | null;
  caskId: string;
  number: number;
  /** As stored: lower case, without hyphens. */
  code: string;
  madeAtMs: number;
};

/**
 * A certificate stands in the audit of the day on which it was made, and in all later ones.
 * @returns the newest day that lists it and its line there; null: no day lists it yet
 */
export function stakeInAudit({ caskId, number, code, madeAtMs, auditedOn }: MarkedCertificate) {
  const mark = registerMark({ certificateCode: code, stakeNumber: number, caskId });
  if (auditedOn === null || dateOf(madeAtMs) > auditedOn) return { mark, on: null, href: null };
  return { mark, on: auditedOn, href: stakeHref({ date: auditedOn, caskId, stakeNumber: number }) };
}
