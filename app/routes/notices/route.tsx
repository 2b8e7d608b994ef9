import { json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { type OwnRequest, readNotices } from "~/areas/notices/read-notices";
import { company } from "~/content/company";
import { described } from "~/content/page-meta";
import { dateOf, formatDate } from "~/domain/calendar-date";
import { groupCode } from "~/domain/certificate-code";
import { requireSession } from "~/server/session/page-session";
import { Fold } from "~/ui/fold";
import { Page, PageTitle } from "~/ui/page";
import { Panel } from "~/ui/panel";

function Words({ text, by }: { text: string; by?: string }) {
  return (
    <div className="mt-3">
      {by && <p className="text-sm text-peat-60">{by}</p>}
      <p dir="auto" className="whitespace-pre-wrap wrap-anywhere">
        {text}
      </p>
    </div>
  );
}

const dayOf = (atMs: number) => formatDate(dateOf(atMs));

function Requests({ requests }: { requests: OwnRequest[] }) {
  return (
    <Panel title="What you asked us">
      {requests.map(({ number, message, atMs, isWaiting, answers }) => (
        <Fold
          key={number}
          title={`Request ${groupCode(number)}`}
          answer={`${dayOf(atMs)}, ${isWaiting === 1 ? "waiting for our answer" : "answered"}`}
        >
          <Words by={`You wrote on ${dayOf(atMs)}`} text={message} />
          {answers.map((one, place) => (
            <Words key={place} by={`${company.brand} answered on ${dayOf(one.atMs)}`} text={one.body} />
          ))}
        </Fold>
      ))}
      <p className="mt-3 text-sm">
        If anything is still open, mention the number and{" "}
        <a href="/customer-support#write" className="text-copper underline">
          write again
        </a>
      </p>
    </Panel>
  );
}

export const meta = () => described("Notifications");

export async function loader(args: LoaderFunctionArgs) {
  return json(await readNotices(args.context, await requireSession(args)));
}

export default function Notices() {
  const { hasEmail, requests } = useLoaderData<typeof loader>();
  return (
    <Page top={{ back: { href: "/settings" } }}>
      <PageTitle>Notifications</PageTitle>
      {requests.length > 0 && <Requests requests={requests} />}
      {!hasEmail && (
        <p>
          You have not added an email address. We text you about withdrawals and refunds; you see everything else in
          your wallet.
        </p>
      )}
      <Panel title="What we email you about" look="barley">
        <p className="text-sm">
          Login codes, payments, refunds, certificates, rewards, new valuations, the sale of a cask, withdrawals, and
          changes to your bank details, email address or phone number. They are about your money and the safety of your
          account, so they cannot be turned off.
        </p>
      </Panel>
    </Page>
  );
}
