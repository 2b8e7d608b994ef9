import type { MetaFunction } from "@remix-run/cloudflare";
import { liveMarks } from "~/content/live-texts";
import { described, pageTitles } from "~/content/page-titles";
import type { PageHandle } from "~/server/page-handle";
import { CreateAccountScreen } from "./screen";

export const handle: PageHandle = { prerender: true, live: true, knownFile: "/known-create-account" };

export const meta: MetaFunction = () => described(pageTitles.createAccount);

export default function CreateAccount() {
  return <CreateAccountScreen fee={liveMarks.joiningFee} />;
}
