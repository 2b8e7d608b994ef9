import { mkdirSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { noticeTable } from "~/areas/notices/send-notice";
import { renderMail } from "~/mail/render-mail";
import { ALL_MAILS, EVIL } from "./support/all-mails";

const named = Object.entries(ALL_MAILS).map(([name, { mail, figures }]) => ({
  name,
  mail,
  figures,
  rendered: renderMail(mail),
}));

const unescape = (html: string) =>
  html
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#x27;", "'")
    .replaceAll("&amp;", "&");
/** What a reader of the HTML part sees, its links' targets included. */
const readable = (html: string) =>
  unescape(
    html
      .replace(/<head>[\s\S]*<\/head>/, "")
      .replace(/<!--[\s\S]*?-->/g, "")
      .replace(/<a [^>]*href="([^"]*)"[^>]*>/g, " $1 ")
      .replace(/<[^>]+>/g, " "),
  ).replace(/\s+/g, " ");

const VOID = new Set(["meta", "br", "img", "hr", "link"]);
/** The first element that is closed wrongly; null if all nest as they should. */
function wrongNesting(html: string): string | null {
  const open: string[] = [];
  for (const [tag, close, name = ""] of html
    .replace(/<!--[\s\S]*?-->/g, "")
    .matchAll(/<(\/?)([a-z][a-z0-9]*)[^>]*>/g)) {
    if (close) {
      if (open.pop() !== name) return tag;
    } else if (!VOID.has(name) && !tag.endsWith("/>")) open.push(name);
  }
  return open.at(-1) ?? null;
}

/** With MAILS_TO=folder each one is written there, for people to read. */
const folder = process.env.MAILS_TO;
if (folder) {
  mkdirSync(folder, { recursive: true });
  for (const { name, rendered } of named) writeFileSync(`${folder}/${name}.html`, rendered.html);
}

describe("our emails", () => {
  it("are all tried here", () => {
    const kinds = Object.keys(noticeTable);
    expect(
      Object.keys(ALL_MAILS).filter((name) => !kinds.includes(name) && !/^code-|^account-closed$/.test(name)),
    ).toEqual([]);
    expect(kinds.filter((kind) => !(kind in ALL_MAILS))).toEqual([]);
  });

  it.each(named)("$name: says the same as text and as HTML", ({ mail, figures, rendered }) => {
    const seen = readable(rendered.html);
    for (const figure of figures) {
      expect(rendered.text).toContain(figure);
      expect(seen).toContain(figure);
    }
    for (const part of mail.parts) {
      const words =
        typeof part === "string"
          ? [part]
          : Object.values(part)
              .flat(2)
              .filter((word) => /\W/.test(word));
      for (const word of words) {
        expect(rendered.text).toContain(word);
        expect(seen).toContain(word.replace(/\s+/g, " "));
      }
    }
  });

  it.each(named)("$name: is well-formed, below what mail programs cut off, and loads nothing", ({ rendered }) => {
    const { html, subject } = rendered;
    expect(html).toMatch(/^<!DOCTYPE html/);
    expect(wrongNesting(html)).toBeNull();
    expect(html).toContain('<meta name="color-scheme" content="light dark"');
    expect(html).toContain("prefers-color-scheme:dark");
    expect(html).toContain("max-width:600px");
    expect(new TextEncoder().encode(html).length).toBeLessThan(100_000);
    expect(html).not.toMatch(/<(img|link|script|iframe|form|input)\b|url\(|@import|@font-face|\son\w+=/);
    expect(subject).not.toMatch(/[\r\n]/);
    expect(subject.length).toBeLessThanOrEqual(150);
  });

  it.each(named)("$name: has at most one button", ({ rendered }) =>
    expect(rendered.html.match(/class="m-(primary|danger)"/g)?.length ?? 0).toBeLessThanOrEqual(1),
  );

  it("make what people typed harmless in HTML, and leave it alone in text", () => {
    for (const name of ["payment-settled", "withdrawal-requested", "withdrawal-rejected"]) {
      const { html, text } = renderMail(ALL_MAILS[name]?.mail ?? { subject: "", parts: [] });
      expect(text).toContain(EVIL);
      expect(html).not.toContain("<script");
      expect(html).toContain("&lt;script&gt;");
    }
  });
});
