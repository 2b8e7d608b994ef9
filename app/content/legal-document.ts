type LegalLink = { href: string; label: string };
export type LegalText = string | readonly (string | LegalLink)[];
export type LegalBlock = LegalText | { list: readonly LegalText[] };

export type LegalDocument = {
  path: string;
  title: string;
  description: string;
  lead: string;
  /** Calendar dates. A document with dates is a legal text: its sections are numbered and listed at the top. */
  dates?: { inForceFrom: string; changedOn: string };
  /** By title, of which the anchor is made. */
  sections: Readonly<Record<string, readonly LegalBlock[]>>;
};
