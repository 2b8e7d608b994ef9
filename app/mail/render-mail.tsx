import { Body } from "@react-email/body";
import { Button } from "@react-email/button";
import { Container } from "@react-email/container";
import { Html } from "@react-email/html";
import { Preview } from "@react-email/preview";
import { Section } from "@react-email/section";
import { Text } from "@react-email/text";
import type { CSSProperties } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { company } from "~/content/company";
import { type MailCask, type MailFigures, mailFoot, type MailPart, type MailText } from "~/content/mail-text";

// Inline, in px, with fonts that every machine has.

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

/** A drawing in colours alone, as nothing may be loaded: stripes from one px to another. */
const stripe = (color: string, from: number, to: number, way = "180deg") =>
  `linear-gradient(${way},transparent ${from}px,${color} ${from}px,${color} ${to}px,transparent ${to}px)`;
const MARK = [6, 9, 12].map((x) => stripe("currentColor", x, x + 1, "90deg")).join();
const CASK = 88;
const HOOPS = [5, 22, 64, 81].map((y) => stripe("#16120e", y, y + 2));

const look = {
  body: { backgroundColor: "#f7f3ec", margin: "0", padding: "24px 12px" },
  width: { maxWidth: "600px" },
  mark: {
    display: "inline-block",
    width: "19px",
    height: "19px",
    border: "2.5px solid",
    borderRadius: "12px",
    marginRight: "8px",
    verticalAlign: "-4px",
    backgroundImage: MARK,
  },
  cask: {
    display: "inline-block",
    width: "64px",
    height: `${CASK}px`,
    border: "2px solid #16120e",
    borderRadius: `14px/${CASK / 2}px`,
    backgroundColor: "#ddb892",
    verticalAlign: "middle",
    marginRight: "16px",
  },
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
  code: { ...text, fontFamily: MONO, fontSize: "32px", lineHeight: "40px", letterSpacing: "6px", margin: "0 0 8px" },
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
} as const satisfies Record<string, CSSProperties>;

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
const selectorOf = (name: string, before: string) =>
  name === "body" ? `${before}.m-body,${before}.m-body>table>tbody>tr>td` : `${before}.m-${name}`;
const each = (before: string) =>
  Object.entries(dark)
    .map(([name, rule]) => `${selectorOf(name, before)}{${rule.replace(/(?=;|$)/g, " !important")}}`)
    .join("");

const darkStyles = `:root{color-scheme:light dark;supported-color-schemes:light dark}@media (prefers-color-scheme:dark){${each("")}}${each("[data-ogsc] ")}`;

const stakeWords = ({ stake, of }: MailCask) => `Stake ${stake} of ${of}`;

function plainPart(part: MailPart): string {
  if (typeof part === "string") return part;
  if ("link" in part) return `${part.link}: ${part.url}`;
  if ("code" in part) return `${part.code} ${part.says}`;
  if ("stake" in part) return stakeWords(part);
  return part.figures.map(([label, value]) => `${label}: ${value}`).join("\n");
}

// Nothing is loaded from anywhere that tells us who reads it.

function Figures({ figures }: MailFigures) {
  return (
    <table width="100%" cellPadding="0" cellSpacing="0" className="m-line" style={look.figures}>
      <tbody>
        {figures.map(([label, value]) => (
          <tr key={label}>
            <th scope="row" className="m-quiet m-line" style={look.label}>
              {label}
            </th>
            <td className="m-ink m-line" style={look.value}>
              {value}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The cask with the band of one stake, which is never too thin to be seen. */
function Cask(part: MailCask) {
  const top = CASK * (1 - part.stake / part.of);
  const band = stripe("#9a4f14", top, top + Math.max(5, CASK / part.of));
  return (
    <Text className="m-ink" style={look.text}>
      <span aria-hidden="true" style={{ ...look.cask, backgroundImage: [...HOOPS, band].join() }} />
      {stakeWords(part)}
    </Text>
  );
}

function Part({ part }: { part: MailPart }) {
  if (typeof part === "string")
    return (
      <Text className="m-ink" style={look.text}>
        {part}
      </Text>
    );
  if ("figures" in part) return <Figures {...part} />;
  if ("stake" in part) return <Cask {...part} />;
  if ("code" in part)
    return (
      <>
        <Text className="m-ink" style={look.code}>
          {part.code}
        </Text>
        <Text className="m-ink" style={look.text}>
          {part.says}
        </Text>
      </>
    );
  if (part.look === "quiet")
    return (
      <Text className="m-ink" style={look.text}>
        <a href={part.url} className="m-brand" style={look.link}>
          {part.link}
        </a>
      </Text>
    );
  return (
    <Section style={look.around}>
      <Button href={part.url} className={`m-${part.look}`} style={look[part.look]}>
        {part.link}
      </Button>
    </Section>
  );
}

function Foot() {
  return (
    <Section style={look.below}>
      <Text className="m-quiet" style={look.foot}>
        {mailFoot.support}
      </Text>
      <Text className="m-quiet" style={look.foot}>
        {mailFoot.sender}
      </Text>
    </Section>
  );
}

function MailLayout({ mail }: { mail: MailText }) {
  const [first] = mail.parts;
  return (
    <Html lang="en">
      <head>
        <meta httpEquiv="Content-Type" content="text/html; charset=UTF-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>{mail.subject}</title>
        <style dangerouslySetInnerHTML={{ __html: darkStyles }} />
      </head>
      <Body className="m-body" style={look.body}>
        <Preview>{first === undefined ? mail.subject : plainPart(first)}</Preview>
        <Container style={look.width}>
          <Text className="m-brand" style={look.brand}>
            <span aria-hidden="true" style={look.mark} />
            {company.brand}
          </Text>
          <Section className="m-card" style={look.card}>
            <h1 className="m-ink" style={look.title}>
              {mail.subject}
            </h1>
            {mail.parts.map((part, index) => (
              <Part key={index} part={part} />
            ))}
          </Section>
          <Foot />
        </Container>
      </Body>
    </Html>
  );
}

export type RenderedMail = { subject: string; text: string; html: string };

// The doctype that Outlook and Gmail read best; React cannot write one.
const DOCTYPE =
  '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">';

export function renderMail(mail: MailText): RenderedMail {
  const foot = `${mailFoot.support}\n${mailFoot.sender}`;
  return {
    subject: mail.subject,
    text: `${[...mail.parts.map(plainPart), `-- \n${foot}`].join("\n\n")}\n`,
    html: `${DOCTYPE}${renderToStaticMarkup(<MailLayout mail={mail} />)}`,
  };
}
