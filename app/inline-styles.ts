import consoleStyles from "./console.css?inline";
import { sha256Source } from "./server/content-security-policy";
import styles from "./styles.css?inline";

/** A stylesheet for pages that carry it inline, one request less before the first paint, with the hash that lets it pass. */
const inline = (text: string) => {
  let hash: Promise<string> | undefined;
  return { text, hash: () => (hash ??= sha256Source(text)) };
};

export const inlineStyles = inline(styles);
/** Operators' pages have their own. */
export const inlineConsoleStyles = inline(consoleStyles);
