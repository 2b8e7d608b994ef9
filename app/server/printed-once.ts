/**
 * What React starts from in the browser, without the markup that the server has printed (ui/pictures/printed.tsx): that stands in
 * the page already, and React leaves it as it is. After a navigation within the app it comes with the page's data.
 */
export function withoutPrinted(handoff: string | undefined): string | undefined {
  if (handoff === undefined) return undefined;
  const start = JSON.parse(handoff, (key, value: unknown) =>
    key === "markup" && typeof value === "string" ? "" : value,
  ) as object;
  return escapedJson(start);
}

/** Escaped as Remix does, so that nothing in it can end the script it stands in. */
export const escapedJson = (value: object) =>
  JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
