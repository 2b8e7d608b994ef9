import type { CSSProperties } from "react";

// The product's colours and measures (app/styles.css) as mail programs need them: inline, in px, with fonts that every machine has.

const SANS = "-apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif";
const SERIF = "Georgia, 'Times New Roman', serif";
const MONO = "Menlo, Consolas, monospace";

const text: CSSProperties = { fontFamily: SANS, fontSize: "16px", lineHeight: "24px", color: "#16120e" };
const button: CSSProperties = {
  fontFamily: SANS,
  fontSize: "16px",
  fontWeight: 600,
  padding: "14px 24px",
  borderRadius: "12px",
  textAlign: "center",
};

export const look = {
  body: { backgroundColor: "#f7f3ec", margin: "0", padding: "24px 12px" },
  width: { maxWidth: "600px" },
  brand: {
    fontFamily: SERIF,
    fontSize: "22px",
    lineHeight: "28px",
    color: "#9a4f14",
    margin: "0",
    padding: "0 8px 16px",
  },
  card: { backgroundColor: "#ffffff", border: "1px solid #d9d2c7", borderRadius: "12px", padding: "24px" },
  title: { ...text, fontFamily: SERIF, fontSize: "22px", lineHeight: "28px", fontWeight: 400, margin: "0 0 16px" },
  text: { ...text, margin: "0 0 16px", overflowWrap: "anywhere" },
  code: {
    ...text,
    fontFamily: MONO,
    fontSize: "32px",
    lineHeight: "40px",
    letterSpacing: "6px",
    margin: "0 0 8px",
  },
  figures: { margin: "0 0 16px", borderTop: "1px solid #d9d2c7" },
  label: {
    ...text,
    fontSize: "14px",
    color: "#625b53",
    fontWeight: 400,
    textAlign: "left",
    padding: "8px 8px 8px 0",
    borderBottom: "1px solid #d9d2c7",
  },
  value: { ...text, fontWeight: 600, textAlign: "right", padding: "8px 0", borderBottom: "1px solid #d9d2c7" },
  around: { padding: "4px 0 20px" },
  primary: { ...button, backgroundColor: "#9a4f14", color: "#ffffff", border: "1px solid #9a4f14" },
  danger: { ...button, backgroundColor: "#ffffff", color: "#a3282b", border: "1px solid #a3282b" },
  link: { color: "#9a4f14", textDecoration: "underline", fontWeight: 600 },
  foot: { ...text, fontSize: "12px", lineHeight: "18px", color: "#625b53", margin: "0 0 4px" },
  below: { padding: "16px 8px 0" },
  quiet: { color: "#625b53", textDecoration: "underline" },
} as const satisfies Record<string, CSSProperties>;

/** For programs that know it. The others show the light colours, or turn them by themselves. */
const dark = {
  body: "background-color:#16120e",
  card: "background-color:#241e18;border-color:#4a4037",
  ink: "color:#f7f3ec",
  quiet: "color:#c4bbaf",
  brand: "color:#e0a26c",
  line: "border-color:#4a4037",
  primary: "background-color:#e0a26c;border-color:#e0a26c;color:#16120e",
  danger: "background-color:#241e18;border-color:#f0a09c;color:#f0a09c",
};
/** The library paints the page's colour on a cell inside the body as well. */
const selectorOf = (name: string, before: string) =>
  name === "body" ? `${before}.m-body,${before}.m-body>table>tbody>tr>td` : `${before}.m-${name}`;
const each = (before: string) =>
  Object.entries(dark)
    .map(([name, rule]) => `${selectorOf(name, before)}{${rule.replace(/(?=;|$)/g, " !important")}}`)
    .join("");

/** Apple Mail and others by the media query, Outlook's own dark mode by its attribute. */
export const darkStyles = `:root{color-scheme:light dark;supported-color-schemes:light dark}@media (prefers-color-scheme:dark){${each("")}}${each("[data-ogsc] ")}`;
