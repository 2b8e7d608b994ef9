const PRINTED = /"markup":"(?:[^"\\]|\\.)*"/g;

/**
 * What the page in the browser starts from, without the pictures that are printed in the page itself (ui/pictures/printed). A key
 * can be told from a text that looks like it: quotes in texts are escaped.
 */
export const printedOnce = (handoff: string | undefined): string | undefined =>
  handoff?.replace(PRINTED, '"markup":""');

/** Escaped as Remix does, so that nothing in it can end the script it stands in. */
export const escapedJson = (value: object) =>
  JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
