// What a phone shows to anyone who holds it, even on its lock screen: that something happened, never an amount, a name or a cask.

/** By the name of the notice. */
export const pushBodies = {
  "payment-settled": "Your payment has arrived.",
  "payment-refunding": "Your payment is being returned.",
  "payment-underpaid": "Your payment has not arrived in full.",
  "payment-reversed": "Something has changed about one of your payments.",
  "withdrawal-requested": "A withdrawal was requested. If this was not you, stop it now.",
  "withdrawal-paid": "A withdrawal was paid.",
  "withdrawal-rejected": "A withdrawal was not paid.",
  "withdrawal-cancelled": "A withdrawal was cancelled.",
  "bank-changed": "Your bank details were changed. If this was not you, write to us.",
  "contact-changed": "Your email address or phone number was changed. If this was not you, write to us.",
  "contact-added": "An email address or phone number was added to your account. If this was not you, write to us.",
  "closing-asked": "Your account will be closed. If this was not you, stop it now.",
  "new-valuation": "There is a new valuation.",
  "cask-sold": "One of your stakes has ended: its cask was sold.",
  "bid-opened": "A buyer has bid for one of your casks. You have a vote.",
  "bid-ending": "A vote on one of your casks ends in a few days.",
  "bid-counted": "The vote on one of your casks has been counted.",
  "bid-withdrawn": "A bid for one of your casks was withdrawn.",
  "order-ended": "The round of one of your orders is over.",
  "order-carried": "One of your orders was placed again.",
  "order-not-carried": "One of your orders was not placed again.",
  "proceeds-credited": "Money for stakes you sold is in your wallet.",
  "certificate-ready": "A certificate is ready.",
  "referral-earned": "You have earned a reward.",
  "cask-opens": "A cask opens today.",
  "watched-opens": "A cask that you watch has opened.",
  "watched-closes": "A cask that you watch closes in a few days.",
  "line-called": "It is your turn to buy a stake. You have three minutes.",
  "line-over": "A line you were waiting in has closed.",
  "holder-message": "There is a message about one of your casks.",
  "watcher-message": "There is a message about a cask that you watch.",
  "support-answered": "You have an answer from support.",
} as const;

export const pushChoiceTexts = {
  title: "On this device",
  lead: "Short notices on top of our emails, even while the app is closed. They never show amounts, names or casks.",
  on: "Notices are on for this device. They stop when you log out.",
  switchOn: "Switch on",
  switchOff: "Switch off",
  noScript: "Switching them on needs JavaScript.",
  unsupported:
    "This browser cannot show notices. On an iPhone or iPad, add the app to the home screen first and open it from there.",
  blocked: "Your browser blocks notices from this site. Allow them in its settings, then come back.",
} as const;
