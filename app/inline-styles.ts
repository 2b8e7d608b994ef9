import consoleStyles from "./console.css?inline";
import { sha256Source } from "./server/content-security-policy";
import hydratedStyles from "./hydrated.css?inline";
import styles from "./styles.css?inline";

/** A stylesheet that pages carry inline, one request less before the first paint, with the hash that lets it pass. */
const inline = (text: string) => {
  let hash: Promise<string> | undefined;
  return { text, hash: () => (hash ??= sha256Source(text)) };
};

export const inlineStyles = inline(styles);
/** Operators' pages have their own. */
export const inlineConsoleStyles = inline(consoleStyles);
/** Pages that run React have their own too: it need not draw what only documents show. */
export const inlineHydratedStyles = inline(hydratedStyles);
