import { plainDollars } from "~/domain/money";
import { EXPORT_ROWS, pageOf, utc, utcOrNothing } from "~/core/lists/export-cells";
import { listCertificates, readCertificateFilter } from "../list-certificates";
import type { Asked, ListExport } from "../list-export";
import { listRewards } from "../list-rewards";
import { listPayments, readPaymentFilter } from "../list-payments";
import { readAfter } from "~/core/lists/keyset-page";
import { listWithdrawals, readWithdrawalFilter } from "../list-withdrawals";

export function withdrawalExport({ db, query, nowMs }: Asked): ListExport {
  const filter = readWithdrawalFilter(query.get("state"));
  return {
    columns: ["id", "asked_at", "payable_from", "holder", "cask", "cycle", "amount_usd", "bank", "account_last4"],
    page: (after) =>
      pageOf(listWithdrawals(db, { filter, after: readAfter(after), nowMs, pageRows: EXPORT_ROWS }), (row) => [
        row.id,
        utc(row.createdAtMs),
        utc(row.payableFromMs),
        row.holderName,
        row.caskName,
        row.cycleNumber,
        plainDollars(row.amountCents),
        row.bankName,
        row.accountLast4,
      ]),
  };
}

export function paymentExport({ db, query }: Asked): ListExport {
  const filter = readPaymentFilter(query);
  return {
    columns: ["id", "begun_at", "for", "buyer_id", "buyer", "amount_usd", "provider", "state", "reason"],
    page: (after) =>
      pageOf(listPayments(db, { filter, after: readAfter(after), pageRows: EXPORT_ROWS }), (row) => [
        row.id,
        utc(row.createdAtMs),
        row.productName,
        row.buyerId,
        row.buyerName,
        plainDollars(row.amountCents),
        row.provider,
        row.state,
        row.reason,
      ]),
  };
}

export function certificateExport({ db, query, nowMs }: Asked): ListExport {
  const filter = readCertificateFilter(query);
  return {
    columns: ["id", "code", "state", "holder", "cask", "stake", "begun_at", "issued_at"],
    page: (after) =>
      pageOf(listCertificates(db, { filter, after: readAfter(after), nowMs, pageRows: EXPORT_ROWS }), (row) => [
        row.id,
        row.code,
        row.state,
        row.holderName,
        row.caskName,
        row.stakeNumber,
        utc(row.createdAtMs),
        utcOrNothing(row.issuedAtMs),
      ]),
  };
}

export function rewardExport({ db }: Asked): ListExport {
  return {
    columns: ["referred_id", "referrer_id", "since", "state", "amount_usd", "looks_like_one"],
    page: (after) =>
      pageOf(listRewards(db, { after: readAfter(after), pageRows: EXPORT_ROWS }), (row) => [
        row.referredId,
        row.referrerId,
        utc(row.createdAtMs),
        row.state,
        plainDollars(row.rewardCents),
        row.looksLikeOne === 1 ? "yes" : "no",
      ]),
  };
}
