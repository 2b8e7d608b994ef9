// What a bank answers, as it comes: an entry for each transfer, one entry for several, what came in, what is not booked yet.

export type Booked = {
  reference: string;
  cents: number;
  bank?: string;
  kind?: "debit" | "return" | "income" | "pending";
  currency?: string;
};

const dollars = (cents: number) => (cents / 100).toFixed(2);

const details = ({
  reference,
  cents,
  bank = `UTR${reference}`,
  kind = "debit",
  currency = "USD",
}: Booked) => `<TxDtls><Refs>
    <AcctSvcrRef>${bank}</AcctSvcrRef>${reference === "" ? "" : `<EndToEndId>${reference}</EndToEndId>`}</Refs>
    <Amt Ccy="${currency}">${dollars(cents)}</Amt><CdtDbtInd>${kind === "debit" || kind === "pending" ? "DBIT" : "CRDT"}</CdtDbtInd>
    ${kind === "return" ? "<RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf>" : ""}</TxDtls>`;

const entry = (all: readonly Booked[]) => {
  const [first] = all;
  const kind = first?.kind ?? "debit";
  const sum = all.reduce((total, { cents }) => total + cents, 0);
  return `<Ntry><Amt Ccy="${first?.currency ?? "USD"}">${dollars(sum)}</Amt>
    <CdtDbtInd>${kind === "debit" || kind === "pending" ? "DBIT" : "CRDT"}</CdtDbtInd>
    <Sts><Cd>${kind === "pending" ? "PDNG" : "BOOK"}</Cd></Sts><BookgDt><Dt>2026-11-25</Dt></BookgDt>
    <BkTxCd><Prtry><Cd>NTRF</Cd></Prtry></BkTxCd><NtryDtls>${all.map(details).join("")}</NtryDtls></Ntry>`;
};

/** @param batch booked as one entry */
export const camtFile = (booked: readonly Booked[], batch: readonly Booked[] = []) =>
  `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt>
  <GrpHdr><MsgId>S1</MsgId><CreDtTm>2026-11-25T18:00:00Z</CreDtTm></GrpHdr>
  <Stmt><Id>1</Id><Acct><Id><IBAN>EE382200221020145685</IBAN></Id></Acct>
  <Bal><Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy="USD">1.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-11-25</Dt></Dt></Bal>
  ${booked.map((one) => entry([one])).join("\n")}${batch.length > 0 ? entry(batch) : ""}
  </Stmt></BkToCstmrStmt></Document>`;

export const csvFile = (booked: readonly Booked[]) =>
  [
    "Reference,Amount,UTR,Status",
    ...booked.map(({ reference, cents, bank = `UTR${reference}`, kind = "debit" }) =>
      [
        reference,
        dollars(cents),
        bank,
        kind === "return" ? "Returned" : kind === "pending" ? "In process" : "Success",
      ].join(","),
    ),
  ].join("\r\n");
