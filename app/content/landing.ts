export const landing = {
  lead: "Start a Whisky Cask investment portfolio from $500",
  requestAccess: "Request access",
  logIn: "Log in",
  adults: "You must be 18 or over.",
  trust: [
    { word: "Audited", icon: "search" },
    { word: "Verified", icon: "check" },
    { word: "Secured", icon: "shield" },
  ],
  returnsTitle: "Sample returns",
  sampleVessels: ["hogshead", "barrel", "rum-barrel"],
  sampleCask: {
    name: "Sample hogshead",
    sold: 37,
    total: 60,
    costCents: 50_000,
    caption: "A sample cask. Copper shows the stakes that are sold, the hoops mark the quarters.",
  },
} as const;
