import { calendarTexts as texts } from "~/content/calendar-texts";
import { Button, ButtonLink } from "~/ui/button";
import { CopyLink } from "~/ui/copy-link";
import { Page, PageTitle } from "~/ui/page";
import { Panel } from "~/ui/panel";

export type CalendarProps = {
  hasFeed: boolean;
  askedAtMs: number;
  /** Shown this once. */
  address: string | null;
};

export function CalendarScreen({ hasFeed, askedAtMs, address }: CalendarProps) {
  return (
    <Page top={{ back: { href: "/settings" } }}>
      <PageTitle lead={texts.lead}>{texts.title}</PageTitle>
      {address !== null && (
        <Panel title={texts.made.title} look="copper">
          <p className="mb-3 text-sm">{texts.made.once}</p>
          <CopyLink link={address} label={texts.made.label} name="address" />
          <div className="mt-3">
            <ButtonLink href={address.replace(/^https?:/, "webcal:")} look="secondary">
              {texts.made.open}
            </ButtonLink>
          </div>
        </Panel>
      )}
      <Panel title={texts.contains.title}>
        <ul className="flex list-disc flex-col gap-2 pl-5">
          {texts.contains.items.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
        <p className="mt-3 text-sm text-peat-60">{texts.contains.not}</p>
      </Panel>
      <p className="text-sm">{texts.ends}</p>
      {address === null && <p>{hasFeed ? texts.some : texts.none}</p>}
      <form method="post" action="/calendar" className="flex flex-col gap-2">
        <input type="hidden" name="intent" value="make" />
        <input type="hidden" name="asked_at" value={askedAtMs} />
        <Button look={hasFeed ? "secondary" : "primary"}>{hasFeed ? texts.makeAnew : texts.make}</Button>
        {hasFeed && <p className="text-center text-sm text-peat-60">{texts.anewHint}</p>}
      </form>
      {hasFeed && (
        <form method="post" action="/calendar">
          <input type="hidden" name="intent" value="revoke" />
          <Button look="danger">{texts.revoke}</Button>
        </form>
      )}
    </Page>
  );
}
