import { TextLink } from "./text-link";
const texts = {
  label: "Pages",
  of: (page: number, pages: number) => `Page ${page} of ${pages}`,
  next: "Next page",
  previous: "Previous page",
};

type PageLinksProps = { page: number; pages: number; hrefOf: (page: number) => string };

export function PageLinks({ page, pages, hrefOf }: PageLinksProps) {
  if (pages === 1) return null;
  return (
    <nav aria-label={texts.label} className="flex flex-wrap items-center justify-between gap-x-4">
      {page > 1 && (
        <TextLink href={hrefOf(page - 1)} rel="prev">
          {texts.previous}
        </TextLink>
      )}
      <span className="figures text-sm text-peat-60">{texts.of(page, pages)}</span>
      {page < pages && (
        <TextLink href={hrefOf(page + 1)} rel="next">
          {texts.next}
        </TextLink>
      )}
    </nav>
  );
}
