// SAMPLE TEXT: before you deploy, have the statement on accessibility checked, and replace it with your own.
import { company, supportLink } from "./company";
import type { LegalDocument } from "./legal-document";
import { AUDIT_PATH, EVIDENCE_PATH, EXITS_PATH, FEED_PATH } from "./page-paths";

export const accessibility: LegalDocument = {
  path: "/accessibility",
  title: "Accessibility",
  description: "How accessible our site is, how we know, and whom to tell if something stops you.",
  lead: `How accessible ${company.brand} is, how we know, and whom to tell if something stops you.`,
  sections: {
    "What we aim for": [
      "We aim for WCAG 2.2, level AA, and the European standard EN 301 549. We believe that our pages partially conform: we know of no failure on an investor’s page, but only our own tests have checked our PDF files.",
    ],
    "What works": [
      {
        list: [
          "Every page and form works with a keyboard and without JavaScript, and has names for screen readers.",
          "Pages fit a screen 320 pixels wide, and text can be enlarged to twice its size.",
          "Every drawing has its figures in a table or in words.",
          "Nothing moves if your system asks for less motion.",
          "An error names its field and says what is needed.",
        ],
      },
    ],
    "What does not work yet": [
      "Certificates, receipts and statements are PDF files without tags for screen readers. The page of a stake says as text what its certificate and receipt say, and each statement is also a CSV file.",
      "The pages where you pay belong to our payment providers.",
    ],
    "How it is tested": [
      "We check every page ourselves, with axe in a browser on each change. No one outside has audited it, and no one who relies on a screen reader has tried it for us.",
    ],
    "Tell us": [
      [
        "If something stops you, write to ",
        supportLink,
        ". We answer within 24 hours on working days, and send you what you need in a form you can read. If our answer does not help, you can complain to the authority for accessibility in your country.",
      ],
    ],
  },
};

const file = (href: string, label: string, says: string) => [{ href, label }, `: ${says}`];

export const openData: LegalDocument = {
  path: "/data",
  title: "Open data",
  description: "Every public file, its format and its licence.",
  lead: "Every file that we publish, for programs: its format and its licence.",
  sections: {
    Files: [
      {
        list: [
          file("/audit/latest.json", "Newest daily audit", "JSON, and CSV at /audit/DATE.csv."),
          file(
            AUDIT_PATH,
            "Earlier audits",
            "JSON at /audit/DATE.json, every stake of a cask at /audit/DATE/CASK.json.",
          ),
          file("/audit/key", "Keys that sign the audits", "Ed25519 in base64, one per line."),
          file("/verify-audit.mjs", "Program that checks the audits", "JavaScript, for Node and browsers."),
          file("/exits.json", "Casks that ended", `JSON, the same as the page ${EXITS_PATH}.`),
          file(EVIDENCE_PATH, "Documents of casks", "PDF, JPEG or PNG, each named by its SHA-256."),
          file(FEED_PATH, "Casks and audits", "Atom feed."),
          file("/sitemap.xml", "Public pages", "sitemap XML."),
        ],
      },
    ],
    Licence: [
      [
        "Audits, exits and the feed: ",
        { href: "https://creativecommons.org/publicdomain/zero/1.0/", label: "CC0 1.0" },
        ", use them as you like. The program: MIT. Documents of casks belong to those who issued them: read and check them, but ask before you publish them again.",
      ],
      "No file names a person. The fields of the audits are described in docs/audit-format.md, which comes with our source code.",
    ],
  },
};
