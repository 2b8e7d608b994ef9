import { appScreens, SCREEN_WIDTH } from "~/content/landing";
import { Section } from "./section";

type Picture = { name: string; height: number; alt: string };

const pathOf = ({ name }: Picture) => `/images/${name}.webp`;

function Screen({ picture }: { picture: Picture }) {
  return (
    <img
      src={pathOf(picture)}
      width={SCREEN_WIDTH}
      height={picture.height}
      alt={picture.alt}
      loading="lazy"
      className="h-auto w-full"
    />
  );
}

/** A row that scrolls sideways; keyboard users move through it by the links to the full images. */
export function AppScreens() {
  return (
    <Section id="app" title={appScreens.title}>
      <p className="text-sm">{appScreens.lead}</p>
      <ul aria-label={appScreens.label} className="-mx-4 flex snap-x snap-mandatory gap-4 overflow-x-auto px-4 pb-2">
        {appScreens.pictures.map((picture) => (
          <li key={picture.name} className="w-36 max-w-full shrink-0 snap-center">
            <figure>
              <a
                href={pathOf(picture)}
                className="block overflow-hidden rounded-md border border-peat-30 -outline-offset-2"
              >
                <Screen picture={picture} />
              </a>
              <figcaption className="mt-1 text-xs text-peat-60">{picture.caption}</figcaption>
            </figure>
          </li>
        ))}
      </ul>
    </Section>
  );
}
