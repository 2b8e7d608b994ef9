import type { ReactNode } from "react";
import { ageNotice, legalLinks } from "~/content/company";
import type { LegalBlock, LegalDocument, LegalText } from "~/content/legal-document";
import { footerTexts, legalPageTexts } from "~/content/site-texts";
import { formatDate } from "~/domain/calendar-date";
import { Logo } from "./logo";
import { Page } from "./page";

const link = "underline underline-offset-4 hover:text-copper-soft";

function Text({ text }: { text: LegalText }) {
  if (typeof text === "string") return <>{text}</>;
  return (
    <>
      {text.map((piece) =>
        typeof piece === "string" ? (
          piece
        ) : (
          <a key={piece.href} href={piece.href} className={`wrap-anywhere ${link}`}>
            {piece.label}
          </a>
        ),
      )}
    </>
  );
}

function Block({ block }: { block: LegalBlock }) {
  if (typeof block === "object" && "list" in block) {
    return (
      <ul className="flex list-disc flex-col gap-2 pl-5">
        {block.list.map((item, index) => (
          <li key={index}>
            <Text text={item} />
          </li>
        ))}
      </ul>
    );
  }
  return (
    <p>
      <Text text={block} />
    </p>
  );
}

const anchorOf = (title: string) => title.toLowerCase().replace(/[^a-z0-9]+/g, "-");

type SectionProps = { title: string; blocks: readonly LegalBlock[]; number: number | null };

function Section({ title, blocks, number }: SectionProps) {
  const id = anchorOf(title);
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="flex flex-col gap-3">
      <h2 id={`${id}-title`} className="display text-lg">
        {number === null ? title : `${number}. ${title}`}
      </h2>
      {blocks.map((block, index) => (
        <Block key={index} block={block} />
      ))}
    </section>
  );
}

function Contents({ titles }: { titles: string[] }) {
  return (
    <nav aria-labelledby="contents-title" className="beside rounded-md border border-peat-60 p-4 lg:border-0 lg:p-0">
      <h2 id="contents-title" className="text-sm font-semibold">
        Contents
      </h2>
      <ol className="mt-1">
        {titles.map((title, index) => (
          <li key={title}>
            <a href={`#${anchorOf(title)}`} className={`flex min-h-11 items-center py-2 text-sm leading-snug ${link}`}>
              {`${index + 1}. ${title}`}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}

function LegalHeader() {
  return (
    <header className="flex min-h-14 items-center px-4">
      <a
        href="/"
        className="inline-flex min-h-11 items-center rounded-sm hover:text-copper-soft [&_svg]:text-copper-soft forced-colors:[&_svg]:text-inherit"
      >
        <Logo />
      </a>
    </header>
  );
}

function LegalFooter({ path }: { path: string }) {
  return (
    <footer className="flex flex-col gap-4 border-t border-peat-60 px-4 py-8 text-sm">
      <p className="font-semibold">{ageNotice}</p>
      <nav aria-label={footerTexts.legalMenu}>
        <ul className="grid grid-cols-[repeat(auto-fill,minmax(8rem,1fr))] gap-x-4">
          {[...legalLinks, footerTexts.cancel].map((item) => (
            <li key={item.href}>
              <a
                href={item.href}
                aria-current={item.href === path ? "page" : undefined}
                className={`inline-flex min-h-11 items-center aria-[current]:no-underline ${link}`}
              >
                {item.label}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <p className="text-xs text-peat-30">{footerTexts.imprint}</p>
    </footer>
  );
}

function Dates({ inForceFrom, changedOn }: NonNullable<LegalDocument["dates"]>) {
  return (
    <p className="text-sm text-peat-30">
      {legalPageTexts.inForceFrom(formatDate(inForceFrom))}
      <br />
      {legalPageTexts.changedOn(formatDate(changedOn))}
    </p>
  );
}

export type LegalPageProps = { document: LegalDocument; children?: ReactNode };

export function LegalPage({ document, children }: LegalPageProps) {
  const { dates, sections } = document;
  return (
    <Page tone="black" banner={<LegalHeader />} footer={<LegalFooter path={document.path} />}>
      <div className="flex flex-col gap-3">
        <h1 className="display text-xl">{document.title}</h1>
        <p>{document.lead}</p>
        {dates && <Dates {...dates} />}
      </div>
      {children}
      {dates && <Contents titles={Object.keys(sections)} />}
      {Object.entries(sections).map(([title, blocks], index) => (
        <Section key={title} title={title} blocks={blocks} number={dates ? index + 1 : null} />
      ))}
    </Page>
  );
}
