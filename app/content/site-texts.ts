export const tabNames = { invest: "Invest", holdings: "Holdings", settings: "Settings" } as const;

export const busyText = "One moment…";

export const siteTexts = {
  mainMenu: "Main",
  back: "Back",
  errorPrefix: "Error: ",
  oneField: "1 field to correct",
  signedIn: "You are logged in",
  toWallet: "Go to your wallet",
  otherAccount: "To use another account, log out first.",
  logOut: "Logout",
} as const;
