// Words of the page that closes an account. What it promises is what app/features/closing does.

const stakesText = (count: number) => (count === 1 ? "1 stake" : `${count} stakes`);

export const closingTexts = {
  title: "Close account",
  lead: "Closing erases what we know about you. It cannot be undone.",
  erased: {
    title: "What is erased",
    items: [
      "Name, address, email address, phone number and bank details, also those you had before and those of past withdrawals.",
      "The PDF files of your certificates, which hold your name. A copy of yours can still be checked by its code, as long as its stake is yours.",
      "All logins: you are signed out everywhere.",
    ],
  },
  kept: {
    title: "What stays, without your name",
    items: [
      "Payments, stakes, withdrawals and bookings, with a number in place of you: for seven years, as the law requires.",
      "The record of who did what, with numbers instead of names.",
      "What the payment providers and the bank know by law from the payments themselves.",
    ],
  },
  tokens: "Tokens have no value in money. They end with the account.",
  stakes: {
    legend: (count: number) => `Your ${stakesText(count)}`,
    hold: "Hold them",
    holdHint:
      "The account stays open until the last one has ended and what it brought is paid out. Then it closes by itself.",
    giveUp: "Give them up",
    giveUpHint: "They end now, their certificates become void, and you get nothing for them. They are not sold again.",
  },
  balance: {
    legend: (amount: string) => `Your balance and pending rewards of ${amount}`,
    payOut: "Have them paid out first",
    payOutHint: "Withdraw the balance in your wallet. The account closes by itself once nothing is left.",
    giveUp: "Give them up",
    giveUpHint: "They go to us, and you get nothing for them.",
  },
  later: {
    payments: "A payment is still open or was begun within the last day: the account closes when it is over.",
    withdrawals: "A withdrawal is under way: the account closes when it is decided.",
  },
  understood: "I understand that this cannot be undone.",
  tickFirst: "Tick the box to go on.",
  close: "Close my account",
  waiting: {
    title: "Your account is waiting to be closed",
    lead: "It closes by itself as soon as nothing of this is left:",
    stakes: (count: number) => `${stakesText(count)} to end`,
    balance: (amount: string) => `${amount} to be paid out`,
    payments: "a payment to be over",
    withdrawals: "a withdrawal to be decided",
    soon: "Nothing: it closes within minutes.",
    toWallet: "To your wallet",
    keep: "Keep my account",
  },
  operator: "The account of an operator is closed by another operator.",
} as const;
