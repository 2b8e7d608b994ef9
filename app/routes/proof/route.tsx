import { json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { readFigures } from "~/areas/proof/read-figures";
import { company } from "~/content/company";
import { publicPageMeta } from "~/content/page-meta";
import { proofPage as texts, serviceTexts, tellFigures } from "~/content/proof-texts";
import type { PageHandle } from "~/server/page-handle";
import { Page, PageTitle } from "~/ui/page";
import { SiteFooter } from "~/ui/site-footer";

export const meta = () => publicPageMeta({ ...texts, title: `${texts.title} · ${company.brand}` });

export const handle: PageHandle = { minute: [] };

/** The newest audit's file and one round trip, at most once a minute. */
export async function loader({ context }: LoaderFunctionArgs) {
  const figures = await readFigures(context);
  return json({ told: tellFigures(figures), times: figures.times });
}

const plain = "text-copper underline underline-offset-4";

const CLOCKS = ["withdrawals", "answers", "certificates"] as const;

export default function Proof() {
  const { told, times } = useLoaderData<typeof loader>();
  const { clocks, measured } = serviceTexts;
  const { limits } = texts;
  return (
    <Page top={{ back: { href: "/" } }} footer={<SiteFooter />}>
      <PageTitle lead={texts.lead}>{texts.title}</PageTitle>
      <ol className="divide-y divide-peat-30 border-y border-peat-30">
        {texts.answers.map(({ id, question, text, links }) => (
          <li key={id} id={id} className="py-4">
            <h2 className="display text-lg">{question}</h2>
            <p className="mt-1">{text}</p>
            <Figure {...told[id]} />
            <p className="flex flex-wrap gap-x-6">
              {links.map(({ href, label }) => (
                <a key={href} href={href} className={`inline-flex min-h-11 items-center font-semibold ${plain}`}>
                  {label}
                </a>
              ))}
            </p>
          </li>
        ))}
      </ol>
      <section id="times" aria-labelledby="times-title">
        <h2 id="times-title" className="display text-lg">
          {serviceTexts.title}
        </h2>
        <p className="mt-1 text-sm">{serviceTexts.lead(times.from, times.day)}</p>
        {CLOCKS.map((clock) => (
          <div key={clock} className="mt-3 text-sm">
            <h3 className="text-base font-semibold">{clocks[clock].title}</h3>
            <p>{clocks[clock].promise}</p>
            <Figure text={measured(times[clock])} isBad={(times[clock].figures?.late ?? 0) > 0} />
          </div>
        ))}
      </section>
      <section id="limits" aria-labelledby="limits-title" className="rounded-md bg-barley p-4 text-sm">
        <h2 id="limits-title" className="display mb-1 text-lg">
          {limits.title}
        </h2>
        <p>
          {limits.text}
          <a href={`mailto:${limits.email}`} className={plain}>
            {limits.email}
          </a>
        </p>
      </section>
    </Page>
  );
}

function Figure({ text, isBad }: { text: string; isBad: boolean }) {
  const look = isBad ? "border-brick" : "border-moss";
  return <p className={`figures mt-2 border-l-2 pl-3 text-sm font-semibold wrap-anywhere ${look}`}>{text}</p>;
}
