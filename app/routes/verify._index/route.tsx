import { type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { pageTitles, publicPageMeta } from "~/content/page-meta";
import { MOST_PASTED, readCode } from "~/domain/certificate-code";
import type { PageHandle } from "~/server/page-handle";
import { Page, PageTitle } from "~/ui/page";
import { VerifyForm } from "~/ui/verify-form";

export const handle: PageHandle = { prerender: true };

export const meta = () =>
  publicPageMeta({
    path: "/verify",
    title: pageTitles.verify,
    description:
      "Enter the code of a certificate of ownership to see whether it is valid, and for which stake of which cask.",
  });

/** A sent form leads to the answer, under the code as we write it; what cannot be a code is shown as it was typed. */
export function loader({ request }: LoaderFunctionArgs) {
  const typed = new URL(request.url).searchParams.get("code")?.trim().slice(0, MOST_PASTED);
  if (!typed) return null;
  return redirect(`/verify/${encodeURIComponent(readCode(typed) || typed)}`, 303);
}

export default function Verify() {
  return (
    <Page top={{ back: { href: "/" } }}>
      <PageTitle lead="Every certificate of ownership carries a code. It tells you whether the certificate is valid today.">
        Verify a certificate
      </PageTitle>
      <VerifyForm />
    </Page>
  );
}
