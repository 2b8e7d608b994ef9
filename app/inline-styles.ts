import { sha256Source } from "./server/content-security-policy";
import styles from "./styles.css?inline";

/** The whole stylesheet, for pages that carry it inline: one request less before the first paint. */
export const inlineStyles = styles;

let hash: Promise<string> | undefined;

/** The hash by which the content security policy allows it. */
export function inlineStylesHash(): Promise<string> {
  hash ??= sha256Source(styles);
  return hash;
}
