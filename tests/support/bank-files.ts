// What a bank reports about payouts, as a table.

type Kind = "debit" | "return" | "pending";
export type Booked = { reference: string; cents: number; bank?: string; kind?: Kind; currency?: string };

const dollars = (cents: number) => (cents / 100).toFixed(2);

export const csvFile = (booked: readonly Booked[]) =>
  [
    "Reference,Amount,UTR,Status",
    ...booked.map(({ reference, cents, bank = `UTR${reference}`, kind = "debit", currency = "" }) =>
      [
        reference,
        currency + dollars(cents),
        bank,
        kind === "return" ? "Returned" : kind === "pending" ? "In process" : "Success",
      ].join(","),
    ),
  ].join("\r\n");

/** The form that uploads a file and names its columns: those of `csvFile` unless said otherwise. */
export function bankForm(
  content: string,
  columns: Record<string, number> = { reference: 0, amount: 1, bankReference: 2, status: 3 },
) {
  const form = new FormData();
  if (content !== "") form.set("file", new File([content], "answer.csv"));
  for (const [role, at] of Object.entries(columns)) form.set(`column_${role}`, String(at));
  return form;
}
