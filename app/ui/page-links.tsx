const texts = {
  label: "Pages",
  of: (page: number, pages: number) => `Page ${page} of ${pages}`,
  next: "Next page",
  previous: "Previous page",
};

const link = "inline-flex min-h-11 min-w-11 items-center text-copper underline underline-offset-4";

type PageLinksProps = { page: number; pages: number; hrefOf: (page: number) => string };

export function PageLinks({ page, pages, hrefOf }: PageLinksProps) {
  if (pages === 1) return null;
  return (
    <nav aria-label={texts.label} className="flex flex-wrap items-center justify-between gap-x-4">
      {page > 1 && (
        <a href={hrefOf(page - 1)} rel="prev" className={link}>
          {texts.previous}
        </a>
      )}
      <span className="figures text-sm text-peat-60">{texts.of(page, pages)}</span>
      {page < pages && (
        <a href={hrefOf(page + 1)} rel="next" className={link}>
          {texts.next}
        </a>
      )}
    </nav>
  );
}
