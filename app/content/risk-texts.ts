export const riskTexts = {
  short: "Your capital is at risk. Casks can lose value and can take longer than planned to sell.",
  unregulated: "Cask investment is not regulated by the UK FCA, and no compensation scheme covers it.",
  past: "Past and sample returns are no guide to what a cask will return.",
  advice: "We give no investment advice. Ask an independent adviser if you are not sure.",
  holding: "Plan to hold for 24 months or more. You may not be able to sell before.",
} as const;
