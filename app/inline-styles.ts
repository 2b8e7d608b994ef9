import { sha256Source } from "./server/content-security-policy";
import styles from "./styles.css?inline";

/** The whole style, for pages that carry it with them: one request less before the first paint. */
export const inlineStyles = styles;

let hash: Promise<string> | undefined;

/** What the page's policy allows the style by. */
export function inlineStylesHash(): Promise<string> {
  hash ??= sha256Source(styles);
  return hash;
}
