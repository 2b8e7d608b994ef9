const PRINTED = /"markup":"(?:[^"\\]|\\.)*"/g;

/**
 * What the page in the browser starts from, without the parts that are printed in the page itself (ui/printed). A key
 * can be told from a text that looks like it: quotes in texts are escaped.
 */
export const printedOnce = (handoff: string | undefined): string | undefined =>
  handoff?.replace(PRINTED, '"markup":""');
