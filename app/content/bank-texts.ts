export const bankLabels = {
  holder_name: "Account holder's name",
  bank_name: "Bank name",
  ifsc_code: "IFSC code",
  account_number: "Account number",
  branch_address: "Branch address",
} as const;

export const bankTexts = {
  missing: {
    holder_name: "Enter the account holder's name.",
    bank_name: "Enter the bank name.",
    ifsc_code: "Enter the IFSC code.",
    account_number: "Enter the account number.",
  },
  tooLong: (most: number) => `Use at most ${most} characters.`,
  unlikelyIfsc: "An IFSC code has 4 letters, a zero and 6 letters or digits. Check it; if it is right, carry on.",
  unlikelyAccountNumber: "Account numbers in India have 9 to 18 digits. Check it; if it is right, carry on.",
  walletBalance: "Wallet balance",
  withdrawalSource: (caskName: string, cycleNumber: number) => `Return on ${caskName}, 24-month period ${cycleNumber}`,
} as const;
