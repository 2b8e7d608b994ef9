// Apart from the other bank texts, because the wallet needs no more than these.

export const bankLabels = {
  holder_name: "Account holder's name",
  bank_name: "Bank name",
  ifsc_code: "IFSC code",
  account_number: "Account number",
  branch_address: "Branch address",
} as const;
