// The page of the calendar feed, and what stands in the feed. It never says whose it is, nor any amount.

type Stake = { number: number; totalStakes: number; caskName: string };
const stakeOf = ({ number, totalStakes, caskName }: Stake) => `stake ${number} of ${totalStakes}, ${caskName}`;

export const calendarTexts = {
  title: "Dates in your calendar",
  lead: "An address that the calendar on your phone or computer can read.",
  contains: {
    title: "What stands in it",
    items: [
      "The day on which each cycle of your stakes ends.",
      "The last day on which stakes in your casks, and in those you watch, can be bought.",
      "When the wait of a withdrawal is over.",
    ],
    not: "No name, no amount and no account number. But whoever has the address sees these dates: keep it to yourself.",
  },
  ends: "The address works until you stop it, make a new one, or log out everywhere.",
  none: "You have no address yet.",
  some: "You have an address. We cannot show it again, because we keep only a mark of it: if you have lost it, make a new one.",
  make: "Make an address",
  makeAnew: "Make a new address",
  anewHint: "The one you have stops working at once.",
  revoke: "Stop the address",
  made: {
    title: "Your address",
    once: "It is shown only now. Copy it into your calendar, where it adds a calendar by address or URL.",
    label: "Address",
    open: "Open it in your calendar",
  },
  tooMany: "Asked too often. Ask again later.",
  feed: {
    name: "Dunnage",
    description: "Dates of your casks. Made from the register; dates can change.",
    cycle: (cycle: number, stake: Stake) => `Cycle ${cycle} ends: ${stakeOf(stake)}`,
    cycleText: "From this day on its return, if there is one, can be withdrawn in the wallet.",
    closes: (caskName: string) => `Last day to buy a stake in ${caskName}`,
    hold: (what: string) => `Withdrawal can be paid: ${what}`,
    balance: "wallet",
  },
} as const;
