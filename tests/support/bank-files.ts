// What a bank reports about payouts, as a table.

export type Booked = {
  reference: string;
  cents: number;
  bank?: string;
  kind?: "debit" | "return" | "pending";
};

const dollars = (cents: number) => (cents / 100).toFixed(2);

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
