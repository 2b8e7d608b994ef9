// What operators read about certificates. Names and codes come from the database; here are the words around them.

export const certificateTexts = {
  states: { pending: "to be issued", issued: "valid", void: "void" },
  withheld: "void, not replaced",
  noName: "no name yet",
  boughtFromInvestor: "none: bought from another investor",
  none: "–",
  late: (hours: number) => `late ${hours} h`,
  lead: "We promise certificates within 48 hours and make them within seconds. One that is late has failed: Trouble says why.",
  title: (cask: string, stake: number) => `Certificate of stake ${stake}, ${cask}`,
  rows: {
    state: "State",
    code: "Code",
    holder: "Holder",
    printed: "Name for certificates",
    stake: "Stake",
    cask: "Cask",
    payment: "Payment",
    begun: "Begun",
    issued: "Issued",
    hash: "SHA-256 of the PDF",
    pdf: "PDF",
    verify: "Public page",
    voided: "Void since",
  },
  stakeText: (number: number, total: number, state: string) => `${number} of ${total}, ${state}`,
  stakeStates: {
    active: "active",
    frozen: "frozen",
    ended: "ended",
    freed: "refunded, so that the number can be sold again",
  },
  open: "Open the PDF",
  check: "See what the public page says",
  others: "Certificates of this stake, newest first",
  log: "The same in the log",
} as const;

export const certificateActionTexts = {
  reissueTitle: "Replace it",
  reissueEffects: [
    "makes a new certificate with a new code, in the holder's name as it is now",
    "makes this one void: its code says that it was replaced",
    "tells the holder when the PDF is ready",
  ],
  reissue: "Replace this certificate",
  reissueVoid: "Make a new certificate",
  reissueVoidEffects: [
    "makes a new certificate with a new code, in the holder's name as it is now",
    "leaves this one void",
    "tells the holder when the PDF is ready",
  ],
  voidTitle: "Make it void",
  voidEffects: ["the holder's wallet and the public page say that it is void", "the holder keeps the stake"],
  reason: "Reason",
  reasonHint: "For the log. No personal data.",
  makeVoid: "Make this certificate void",
  own: "This is your own certificate. Another operator has to decide on it.",
  over: "There is nothing to do: the stake is not active, or another certificate has taken this one’s place.",
} as const;

export const certificateErrors = {
  reason: "Enter the reason, at most 200 characters.",
  "no-such-intent": "Choose what to do.",
  "no-such-certificate": "There is no such certificate.",
  "not-reissuable": "This certificate cannot be replaced: it is not issued, or its stake is not active.",
  "void-otherwise": "This certificate has already been voided.",
  "not-allowed": "Nothing was changed. If it is your own, somebody else has to do it.",
} as const;
