export type Filter = { href: string; label: string; current: boolean; count?: string };

export function Filters({ label, filters }: { label: string; filters: Filter[] }) {
  return (
    <nav aria-label={label} className="-mx-4 overflow-x-auto px-4 lg:mx-0 lg:px-0">
      <ul className="flex gap-2">
        {filters.map((filter) => (
          <li key={filter.href} className="shrink-0">
            <a
              href={filter.href}
              aria-current={filter.current ? "page" : undefined}
              className={`figures inline-flex min-h-11 items-center gap-1.5 rounded-sm border px-3 lg:min-h-9 ${
                filter.current ? "border-peat bg-peat text-paper" : "border-peat-45 hover:bg-barley"
              }`}
            >
              {filter.label}
              {filter.count !== undefined && <span>{filter.count}</span>}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
