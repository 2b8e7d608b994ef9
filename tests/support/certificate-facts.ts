import type { CertificateFacts } from "~/areas/holdings/certificates/issue-certificate";

export const FACTS: CertificateFacts = {
  holderName: "Asha Śarmā-O’Brien",
  transliterated: false,
  caskName: "Glen Orrin 2019",
  caskKind: "whisky",
  distillery: "Glen Orrin",
  caskNumber: "1298",
  stakeNumber: 17,
  totalStakes: 240,
  issuedOn: "2026-12-13",
  purchasedOn: "2026-12-12",
  amountCents: 125_000,
  warehouse: "Bonded Warehouse No. 3, Speyside, Scotland",
  code: "7kq2ma4p9trwdefg",
  verifyUrl: "https://dunnage.example/verify/7kq2-ma4p-9trw-defg",
  registerMark: "1c6ac2a08a62",
  auditUrl: "https://dunnage.example/audit",
};
