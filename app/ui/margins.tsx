import { AUDIT_PATH, PHONE_PATH, RACK_PATH } from "~/content/page-paths";
import { marginTexts as texts } from "~/content/site-texts";

// What stands beside the column on a wide screen, and nowhere else: nothing that a phone has to do without.

export type Chapter = { id: string; title: string };

/** Left: the chapters of a long page. */
export function Chapters({ chapters }: { chapters: readonly Chapter[] }) {
  return (
    <nav aria-label={texts.onThisPage} className="beside hidden lg:block">
      <ul>
        {chapters.map(({ id, title }) => (
          <li key={id}>
            <a href={`#${id}`} className="block py-1.5 text-peat-60 hover:text-copper">
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Right: the casks of the newest audit, and the way to the same page on a phone. Neither is loaded where it is not shown. */
export function RackAndPhone() {
  return (
    <aside aria-label={texts.aside} className="beside beside-right hidden gap-8 lg:grid">
      <a href={AUDIT_PATH} className="block">
        <img src={RACK_PATH} width="343" height="246" alt="" loading="lazy" className="h-auto w-full" />
        <span className="mt-1 block text-peat-60">{texts.rack}</span>
      </a>
      <figure>
        <img src={PHONE_PATH} width="112" height="112" alt={texts.code} loading="lazy" className="rounded-sm" />
        <figcaption className="mt-2">
          <span className="block font-semibold">{texts.phone}</span>
          <span className="text-peat-60">{texts.scan}</span>
        </figcaption>
      </figure>
    </aside>
  );
}
