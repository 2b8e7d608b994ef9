import { json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { Fragment } from "react";
import { readFigures, type ServiceTimes } from "~/areas/proof/read-figures";
import { auditTexts } from "~/content/audit-texts";
import { company } from "~/content/company";
import { publicPageMeta } from "~/content/page-meta";
import { figureTexts, proofPage as texts, serviceTexts, type ToldFigure } from "~/content/proof-texts";
import type { Rack } from "~/domain/pictures/rack";
import type { ProofFigures } from "~/domain/proof-figures";
import type { PageHandle } from "~/server/page-handle";
import { Page, PageTitle } from "~/ui/page";
import { RackFigure } from "~/ui/pictures/rack";
import { SiteFooter } from "~/ui/site-footer";

export const meta = () => publicPageMeta({ ...texts, title: `${texts.title} · ${company.brand}` });

export const handle: PageHandle = { minute: [] };

/** The newest audit's file and one round trip, at most once a minute. */
export async function loader({ context }: LoaderFunctionArgs) {
  return json(await readFigures(context));
}

const plain = "text-copper underline underline-offset-4";
const link = `inline-flex min-h-11 items-center font-semibold ${plain}`;

/** Six questions with their newest figures and their proofs, and what all of it does not prove. */
export default function Proof() {
  const { figures, rack, times } = useLoaderData<typeof loader>();
  return (
    <Page top={{ back: { href: "/" } }} footer={<SiteFooter />}>
      <PageTitle lead={texts.lead}>{texts.title}</PageTitle>
      {figures.audit && rack && <Register audit={figures.audit} rack={rack} />}
      <ol className="divide-y divide-peat-30 border-y border-peat-30">
        {texts.answers.map(({ id, question, text, links }) => (
          <li key={id} id={id} className="py-4">
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
      <Times times={times} />
      <Limits />
    </Page>
  );
}

function Register({ audit, rack }: { audit: NonNullable<ProofFigures["audit"]>; rack: Rack }) {
  const { start, end } = auditTexts.casks.sum(audit.counts);
  return (
    <RackFigure
      picture={rack}
      first={null}
      kinds={audit.counts.void > 0 ? ["sold", "free", "void"] : ["sold", "free"]}
      sentence={
        <span className="figures">
          <strong className="font-semibold">{start}</strong>
          {end}
        </span>
      }
    />
  );
}

function Figure({ text, isBad }: ToldFigure) {
  const look = isBad ? "border-brick" : "border-moss";
  return <p className={`figures mt-2 border-l-2 pl-3 text-sm font-semibold wrap-anywhere ${look}`}>{text}</p>;
}

const CLOCKS = ["withdrawals", "answers", "certificates"] as const;

/** What is promised beside what happened. */
function Times({ times }: { times: ServiceTimes }) {
  const { title, lead, clocks, measured } = serviceTexts;
  return (
    <section id="times" aria-labelledby="times-title">
      <h2 id="times-title" className="display text-lg">
        {title}
      </h2>
      <p className="mt-1 text-sm">{lead(times.from, times.day)}</p>
      {CLOCKS.map((clock) => (
        <Fragment key={clock}>
          <h3 className="mt-3 font-semibold">{clocks[clock].title}</h3>
          <p className="text-sm">{clocks[clock].promise}</p>
          <Figure text={measured(times[clock])} isBad={(times[clock].figures?.late ?? 0) > 0} />
        </Fragment>
      ))}
    </section>
  );
}

function Limits() {
  const { title, noAudit, unknown, doubt, email } = texts.limits;
  return (
    <section id="limits" aria-labelledby="limits-title" className="rounded-md bg-barley p-4 text-sm">
      <h2 id="limits-title" className="display text-lg">
        {title}
      </h2>
      <p className="mt-1">
        {noAudit.map(([words, href]) =>
          href === undefined ? (
            words
          ) : (
            <a key={href} href={href} rel="noopener" className={plain}>
              {words}
            </a>
          ),
        )}
      </p>
      <p className="mt-2">{unknown}</p>
      <p className="mt-2">
        {doubt}
        <a href={`mailto:${email}`} className={plain}>
          {email}
        </a>
      </p>
    </section>
  );
}
