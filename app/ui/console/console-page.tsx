import type { ReactNode } from "react";
import { company } from "~/content/company";
import { CONSOLE_SECTIONS, type ConsoleSection, sectionHref, sectionTitles } from "~/content/console-sections";
import { messages } from "~/content/messages";
import { CONTENT_ID } from "../page";
import { cellLink } from "./cells";

export type ConsoleFrame = {
  section: ConsoleSection;
  /** "0": nothing waits. */
  counts: Partial<Record<ConsoleSection, string>>;
  mayChange: boolean;
  saved?: string | null;
};

type Props = ConsoleFrame & { title: string; query?: string; children: ReactNode };

const skip =
  "absolute top-2 z-20 ml-4 inline-flex min-h-11 -translate-y-20 items-center rounded-sm bg-paper px-4 font-semibold " +
  "text-copper underline focus:translate-y-0";

export function ConsolePage({ section, title, counts, mayChange, saved, query, children }: Props) {
  return (
    <div className="min-h-dvh bg-paper text-sm lg:grid lg:grid-cols-[12.5rem_1fr]">
      <a href={`#${CONTENT_ID}`} className={skip}>
        {messages.skipToContent}
      </a>
      <header className="border-b border-peat-30 bg-barley px-4 py-3 lg:border-r lg:border-b-0 lg:px-3 lg:py-5">
        <p className="flex flex-wrap items-center justify-between gap-x-2 gap-y-1 lg:px-2">
          <span className="display text-lg">{company.brand}</span>
          <span className="rounded-sm bg-peat px-2 py-0.5 text-xs font-semibold text-paper">
            {mayChange ? "Operator" : "Reader"}
          </span>
        </p>
        <nav aria-label="Console" className="mt-3 lg:mt-5">
          <ul className="-mx-4 flex gap-1 overflow-x-auto px-4 lg:mx-0 lg:block lg:overflow-visible lg:px-0">
            {CONSOLE_SECTIONS.map((one) => (
              <SectionLink key={one} section={one} current={one === section} count={counts[one]} />
            ))}
          </ul>
          <a
            href="/wallet"
            className="mt-2 inline-flex min-h-11 items-center text-peat-60 underline underline-offset-4 lg:mt-6 lg:px-2"
          >
            Back to the app
          </a>
        </nav>
      </header>
      <main id={CONTENT_ID} tabIndex={-1} className="flex min-w-0 flex-col gap-5 p-4 pb-12 lg:px-6 lg:py-5">
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          <h1 className="display min-w-0 text-xl wrap-anywhere">{title}</h1>
          <FindForm query={query} />
        </div>
        <div className="@container flex min-w-0 flex-col gap-5">
          {!mayChange && <p className="text-peat-60">You can look, but not change anything.</p>}
          {saved && <SavedPanel text={saved} section={section} count={counts[section]} />}
          {children}
        </div>
      </main>
    </div>
  );
}

type SectionLinkProps = { section: ConsoleSection; current: boolean; count: string | undefined };

function SectionLink({ section, current, count }: SectionLinkProps) {
  return (
    <li className="shrink-0">
      <a
        href={sectionHref(section)}
        aria-current={current ? "page" : undefined}
        className={`flex min-h-11 items-center justify-between gap-2 rounded-sm px-3 lg:min-h-9 lg:px-2 ${
          current ? "bg-copper-soft font-semibold text-copper-deep" : "hover:bg-grain"
        }`}
      >
        {sectionTitles[section]}
        {count !== undefined && count !== "0" && (
          <span className="figures rounded-sm bg-amber-soft px-1.5 text-xs font-semibold text-amber">{count}</span>
        )}
      </a>
    </li>
  );
}

type SavedProps = { text: string; section: ConsoleSection; count: string | undefined };

function SavedPanel({ text, section, count = "0" }: SavedProps) {
  return (
    <p role="status" className="flex flex-wrap items-baseline gap-x-3 rounded-md bg-moss-soft px-4 py-2">
      <b className="font-semibold text-moss">{text}</b>
      {count !== "0" && (
        <a href={sectionHref(section)} className={cellLink}>
          {`${sectionTitles[section]}: ${count} still to do`}
        </a>
      )}
    </p>
  );
}

const FIND = "Find by email, phone, name, cask, certificate code, payment, bank reference, order or request number";

/** The browser is not to keep what was looked for. */
function FindForm({ query = "" }: { query?: string }) {
  return (
    <form role="search" aria-label={FIND} action="/operator/search" method="get" className="flex w-full gap-2 lg:w-72">
      <input
        type="search"
        name="q"
        id="find"
        defaultValue={query}
        placeholder="Find"
        aria-label={FIND}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={100}
        dir="auto"
        className="min-h-11 w-full min-w-0 rounded-sm border border-peat-45 bg-paper px-3 text-base placeholder:text-peat-60 lg:min-h-9 lg:text-sm"
      />
      <button className="min-h-11 shrink-0 rounded-sm border border-peat-45 px-3 font-semibold hover:bg-barley lg:min-h-9">
        Find
      </button>
    </form>
  );
}
