import { ageNotice, company, legalLinks } from "~/content/company";
import { footerTexts } from "~/content/site-texts";
import { Logo } from "./logo";

const link = "inline-flex min-h-11 min-w-11 items-center underline underline-offset-4 hover:text-copper";

export function SiteFooter({ brief = false }: { brief?: boolean }) {
  return (
    <footer className="flex flex-col gap-2 bleed-barley bleed-rule bg-barley px-4 py-3 text-sm">
      {!brief && <Logo />}
      <p className="font-semibold">{ageNotice}</p>
      <nav aria-label={footerTexts.legalMenu}>
        <ul className="grid grid-cols-[repeat(auto-fill,minmax(8rem,1fr))] gap-x-4">
          {[
            footerTexts.fees,
            footerTexts.proof,
            footerTexts.audit,
            ...legalLinks,
            footerTexts.cancel,
            ...footerTexts.open,
          ].map((item) => (
            <li key={item.href}>
              <a href={item.href} className={link}>
                {item.label}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {!brief && (
        <ul aria-label="Social media" className="flex flex-wrap gap-x-4">
          {company.social.map((item) => (
            <li key={item.name}>
              <a href={item.href} rel="noopener" className={link}>
                {item.name}
              </a>
            </li>
          ))}
        </ul>
      )}
      <p className="text-xs text-peat-60">{footerTexts.imprint}</p>
    </footer>
  );
}
