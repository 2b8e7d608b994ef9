import { noticeChoiceTexts as texts } from "~/content/notice-choice-texts";
import { Button } from "~/ui/button";
import { Page, PageTitle } from "~/ui/page";
import { Panel } from "~/ui/panel";
import { DevicePanel, type DevicePush } from "./device-panel";

type Topic = keyof typeof texts.topics;
export type NoticesProps = { hasEmail: boolean; choices: Record<Topic, boolean>; push: DevicePush | null };

const TOPICS = ["valuations", "launches", "watching", "referrals"] as const satisfies readonly Topic[];

export function NoticesScreen({ hasEmail, choices, push }: NoticesProps) {
  return (
    <Page top={{ back: { href: "/settings" } }}>
      <PageTitle lead={texts.lead}>{texts.title}</PageTitle>
      {!hasEmail && <p>{texts.byText}</p>}
      <form method="post" action="/notices" className="flex flex-col gap-6">
        <fieldset className="flex flex-col gap-3">
          <legend className="mb-2 font-semibold">{texts.legend}</legend>
          {TOPICS.map((topic) => (
            <div key={topic} className="flex items-start gap-1">
              <input
                id={`field-${topic}`}
                type="checkbox"
                name="topic"
                value={topic}
                defaultChecked={choices[topic]}
                aria-describedby={`field-${topic}-hint`}
                className="pick"
              />
              <div>
                <label htmlFor={`field-${topic}`} className="flex min-h-11 items-center font-semibold">
                  {texts.topics[topic].label}
                </label>
                <p id={`field-${topic}-hint`} className="text-sm text-peat-60">
                  {texts.topics[topic].hint}
                </p>
              </div>
            </div>
          ))}
        </fieldset>
        <Button>{texts.save}</Button>
      </form>
      {push && <DevicePanel push={push} />}
      <Panel title={texts.always.title} look="barley">
        <p className="text-sm">{texts.always.text}</p>
      </Panel>
    </Page>
  );
}
