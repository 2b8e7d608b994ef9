// Words of the frame that every page stands in, and of its fields.

export const tabNames = { invest: "Invest", holdings: "Holdings", settings: "Settings" } as const;

export const siteTexts = { mainMenu: "Main", back: "Back", errorPrefix: "Error: " } as const;
