import { figureTexts, type ToldFigure } from "~/content/proof-figure-texts";
import { proofPage as texts } from "~/content/proof-texts";
import type { ProofFigures } from "~/domain/proof-figures";
import { Page, PageTitle } from "~/ui/page";
import { SiteFooter } from "~/ui/site-footer";

const link = "inline-flex min-h-11 items-center font-semibold text-copper underline underline-offset-4";

/** Six questions with their newest figures and their proofs, where the money comes from, and what all of it does not prove. */
export function ProofScreen({ figures }: { figures: ProofFigures }) {
  const { payers, limits, ask } = texts;
  return (
    <Page top={{ back: { href: "/" } }} footer={<SiteFooter />}>
      <PageTitle lead={texts.lead}>{texts.title}</PageTitle>
      <ol className="divide-y divide-peat-30 border-y border-peat-30">
        {texts.answers.map(({ id, question, text, links }) => (
          <li key={id} className="py-4">
            <h2 className="display text-lg">{question}</h2>
            <p className="mt-1">{text}</p>
            <Figure {...figureTexts[id](figures)} />
            <p className="flex flex-wrap gap-x-6">
              {links.map(({ href, label }) => (
                <a key={href} href={href} className={link}>
                  {label}
                </a>
              ))}
            </p>
          </li>
        ))}
      </ol>
      <section id="who-pays" aria-labelledby="who-pays-title">
        <h2 id="who-pays-title" className="display text-lg">
          {payers.title}
        </h2>
        <p className="mt-1 text-sm text-peat-60">{payers.lead}</p>
        <dl className="mt-3 divide-y divide-peat-30 border-y border-peat-30">
          {payers.rows.map((row) => (
            <div key={row.source} className="py-3">
              <dt className="font-semibold">{row.source}</dt>
              <dd className="text-sm">{row.text}</dd>
              {row.link && (
                <dd>
                  <a href={row.link.href} className={`${link} text-sm`}>
                    {row.link.label}
                  </a>
                </dd>
              )}
            </div>
          ))}
        </dl>
      </section>
      <section id="limits" aria-labelledby="limits-title" className="rounded-md bg-barley p-4">
        <h2 id="limits-title" className="display text-lg">
          {limits.title}
        </h2>
        <p className="mt-1 text-sm">{limits.lead}</p>
        <ul className="mt-3 divide-y divide-peat-30 text-sm">
          {limits.rows.map(({ title, how, reveals }) => (
            <li key={title} className="py-3 last:pb-0">
              <h3 className="text-base font-semibold">{title}</h3>
              <p>{how}</p>
              <p className="mt-1">
                <strong className="font-semibold">{limits.gap}</strong> {reveals}
              </p>
            </li>
          ))}
        </ul>
      </section>
      <section>
        <h2 className="display text-lg">{ask.title}</h2>
        <p className="mt-1 text-sm">
          {ask.text}
          <a href={`mailto:${ask.email}`} className="text-copper underline underline-offset-4">
            {ask.email}
          </a>
        </p>
      </section>
    </Page>
  );
}

function Figure({ text, isBad }: ToldFigure) {
  const look = isBad ? "border-brick" : "border-moss";
  return <p className={`figures mt-2 border-l-2 pl-3 text-sm font-semibold wrap-anywhere ${look}`}>{text}</p>;
}
