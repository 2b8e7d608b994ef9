import { routes } from "../../support/server-build";
import type { Row } from "./access-rows";
import type { Role } from "./cast";
import { isCall, isRead } from "./request-of";

// How often a request may go to D1.

/** Entering and sending codes count tries in a trip of their own. */
const LOGINS = /^(get-started|enter-OTP|confirm-(code|phone|email)|phone-number)$/;
const LOGIN_CALLS = new Set(["sendCode", "verifyCode"]);
/** Public pages that name something: a certificate, a withdrawal, a person's notices, a vote. */
const NAMES_SOMETHING = /^(notices_\.stop|stop|verify|withdrawals\.stop|bids\.\$id_)\.\$/;

/** The first visitor of a minute has such a page drawn. */
const isKeptForAMinute = ({ route }: Row) =>
  (routes[`routes/${route}`]?.module.handle as { minute?: readonly string[] } | undefined)?.minute !== undefined;

/** Refused after a reading and a writing, and the page says why: one more for that page. */
export const isRefusedOnAPage = ({ route, what = "" }: Row) =>
  /^operator\.(casks|payments)\.\$id$/.test(route) && /^(confirm,|cancel,|a refund by hand)/.test(what);

/** Refusing a user with a session at the console costs one more, which says why. */
const isTurnedAway = ({ route }: Row, role: Role) =>
  route.startsWith("operator.") && !["nobody", "operator", "reader"].includes(role);

/** The cookie of a session that has ended leads to one more, which says why. Calls that write take a token. */
const asksWhy = (row: Row, role: Role) =>
  (isRead(row) || !isCall(row)) && ["suspended", "signed out", "expired"].includes(role);

export const mostTrips = (row: Row, role: Role): number => mostOf(row, role) + Number(asksWhy(row, role));

function mostOf(row: Row, role: Role): number {
  if (isRead(row)) {
    const isForEverybody = role === "nobody" && row.answers.nobody === 200 && !isCall(row);
    if (isForEverybody && !NAMES_SOMETHING.test(row.route)) return isKeptForAMinute(row) ? 1 : 0;
    return isTurnedAway(row, role) ? 2 : 1;
  }
  if (isRefusedOnAPage(row)) return 3;
  return LOGINS.test(row.route) || LOGIN_CALLS.has(row.call ?? "") ? 6 : 2;
}
