// The page of the calendar feed, and what stands in the feed. It never says whose it is, nor any amount.

type Stake = { number: number; totalStakes: number; caskName: string };
const stakeOf = ({ number, totalStakes, caskName }: Stake) => `stake ${number} of ${totalStakes}, ${caskName}`;

export const calendarTexts = {
  title: "Dates in your calendar",
  lead: "A link that the calendar on your phone or computer can subscribe to.",
  contains: {
    title: "What it contains",
    items: [
      "The day each cycle of your stakes ends.",
      "The last day to buy stakes in your casks, and in those you watch.",
      "The day a withdrawal can be paid.",
    ],
    not: "No name, no amount and no account number. Anyone who has the link can see these dates, so keep it to yourself.",
  },
  ends: "The link works until you turn it off, create a new one, or log out everywhere.",
  none: "You have no calendar link yet.",
  some: "You have a calendar link. We cannot show it again; if you have lost it, create a new one.",
  make: "Create a calendar link",
  makeAnew: "Create a new link",
  anewHint: "Your current link stops working at once.",
  revoke: "Turn off the link",
  made: {
    title: "Your calendar link",
    once: "It is shown only once. Copy it into your calendar app, under “Add calendar by URL”.",
    label: "Link",
    open: "Open it in your calendar",
  },
  tooMany: "You have asked too often. Please try again later.",
  feed: {
    name: "Dunnage",
    description: "Dates for your casks, from our register. Dates can change.",
    cycle: (cycle: number, stake: Stake) => `Cycle ${cycle} ends: ${stakeOf(stake)}`,
    cycleText: "From this day you can withdraw its return, if there is one, from your wallet.",
    closes: (caskName: string) => `Last day to buy a stake in ${caskName}`,
    hold: (what: string) => `Withdrawal can be paid: ${what}`,
    balance: "wallet",
  },
} as const;
