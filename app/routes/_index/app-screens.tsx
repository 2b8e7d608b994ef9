import { appScreens, SCREEN_WIDTH } from "~/content/landing";
import { Section } from "./section";

type Picture = { name: string; height: number; alt: string };

const pathOf = ({ name }: Picture) => `/images/${name}.webp`;

function Screen({ picture, lazy = false }: { picture: Picture; lazy?: boolean }) {
  return (
    <img
      src={pathOf(picture)}
      width={SCREEN_WIDTH}
      height={picture.height}
      alt={picture.alt}
      loading={lazy ? "lazy" : undefined}
      className="h-auto w-full"
    />
  );
}

/** The upper part of a phone, cut off by the lower edge of its panel. */
export function HeroPicture() {
  return (
    <figure className="overflow-hidden rounded-md bg-barley px-10 pt-6">
      <figcaption className="mb-4 text-center text-xs text-peat-60">{appScreens.hero.caption}</figcaption>
      <div className="overflow-hidden rounded-t-md border border-b-0 border-peat-30">
        <Screen picture={appScreens.hero} />
      </div>
    </figure>
  );
}

/** A row that scrolls sideways; keyboard users move through it by the links to the full images. */
export function AppScreens() {
  return (
    <Section id="app" title={appScreens.title}>
      <p>{appScreens.lead}</p>
      <ul aria-label={appScreens.label} className="-mx-4 flex snap-x snap-mandatory gap-4 overflow-x-auto px-4 pb-2">
        {appScreens.pictures.map((picture) => (
          <li key={picture.name} className="w-60 shrink-0 snap-center">
            <figure>
              <a
                href={pathOf(picture)}
                className="block overflow-hidden rounded-md border border-peat-30 -outline-offset-2"
              >
                <Screen picture={picture} lazy />
              </a>
              <figcaption className="mt-2 text-sm text-peat-60">{picture.caption}</figcaption>
            </figure>
          </li>
        ))}
      </ul>
    </Section>
  );
}
