import { noticeChoiceTexts as texts } from "~/content/notice-choice-texts";
import { messagePath } from "~/content/page-paths";
import { dateOf, formatDate } from "~/domain/calendar-date";
import type { OwnMessage } from "~/areas/notices/messages/own-messages";
import { Button } from "~/ui/button";
import { Page, PageTitle } from "~/ui/page";
import { Panel } from "~/ui/panel";
import { DevicePanel, type DevicePush } from "./device-panel";

type Topic = keyof typeof texts.topics;
export type NoticesProps = {
  hasEmail: boolean;
  choices: Record<Topic, boolean>;
  messages: OwnMessage[];
  push: DevicePush | null;
};

const TOPICS = ["valuations", "launches", "watching", "referrals"] as const satisfies readonly Topic[];

export function NoticesScreen({ hasEmail, choices, messages, push }: NoticesProps) {
  return (
    <Page top={{ back: { href: "/settings" } }}>
      <PageTitle lead={texts.lead}>{texts.title}</PageTitle>
      {messages.length > 0 && <Messages messages={messages} />}
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

function Messages({ messages }: Pick<NoticesProps, "messages">) {
  return (
    <Panel title={texts.messages.title}>
      <ul className="divide-y divide-peat-30">
        {messages.map(({ id, subject, caskName, sentAtMs }) => (
          <li key={id}>
            <a href={messagePath(id)} className="flex min-h-14 flex-col justify-center py-2">
              <span dir="auto" className="font-semibold wrap-anywhere underline underline-offset-4">
                {subject}
              </span>
              <span className="text-sm text-peat-60">
                {texts.messages.about(caskName, formatDate(dateOf(sentAtMs)))}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
