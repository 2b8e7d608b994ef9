import { Body } from "@react-email/body";
import { Button } from "@react-email/button";
import { Container } from "@react-email/container";
import { Html } from "@react-email/html";
import { Preview } from "@react-email/preview";
import { Section } from "@react-email/section";
import { Text } from "@react-email/text";
import { company } from "~/content/company";
import { mailFoot, type MailFigures, type MailPart, type MailText } from "~/content/mail-text";
import { darkStyles, look } from "./mail-look";
import { plainPart } from "./mail-plain";

// The one look of all our mails. Nothing is loaded from anywhere: no picture, no font, nothing that tells us who reads it.

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

function Part({ part }: { part: MailPart }) {
  if (typeof part === "string")
    return (
      <Text className="m-ink" style={look.text}>
        {part}
      </Text>
    );
  if ("figures" in part) return <Figures {...part} />;
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

function Foot({ unsubscribeUrl }: { unsubscribeUrl: string | null }) {
  return (
    <Section style={look.below}>
      {unsubscribeUrl !== null && (
        <Text className="m-quiet" style={look.foot}>
          {mailFoot.why}{" "}
          <a href={unsubscribeUrl} className="m-quiet" style={look.quiet}>
            {mailFoot.unsubscribe}
          </a>
        </Text>
      )}
      <Text className="m-quiet" style={look.foot}>
        {mailFoot.support}
      </Text>
      <Text className="m-quiet" style={look.foot}>
        {mailFoot.sender}
      </Text>
    </Section>
  );
}

export function MailLayout({ mail, unsubscribeUrl }: { mail: MailText; unsubscribeUrl: string | null }) {
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
          <Foot unsubscribeUrl={unsubscribeUrl} />
        </Container>
      </Body>
    </Html>
  );
}
