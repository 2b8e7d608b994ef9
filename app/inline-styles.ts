import accountStyles from "./account.css?inline";
import consoleStyles from "./console.css?inline";
import landingStyles from "./landing.css?inline";
import purchaseStyles from "./purchase.css?inline";
import { sha256Source } from "./server/content-security-policy";
import styles from "./styles.css?inline";

/** A stylesheet that pages carry inline, one request less before the first paint, with the hash that lets it pass. */
const inline = (text: string) => {
  let hash: Promise<string> | undefined;
  return { text, hash: () => (hash ??= sha256Source(text)) };
};

export const inlineStyles = inline(styles);
/** Operators' pages have their own. */
export const inlineConsoleStyles = inline(consoleStyles);
/** And so has the first page. */
export const inlineLandingStyles = inline(landingStyles);
/** And so have the pages that investors come back to. */
export const inlineInvestorStyles = { account: inline(accountStyles), purchase: inline(purchaseStyles) };
