import type { MetaFunction } from "@remix-run/cloudflare";
import { company } from "~/content/company";
import { liveMarks } from "~/content/live-texts";
import type { PageHandle } from "~/server/page-handle";
import { CreateAccountScreen } from "./screen";

export const handle: PageHandle = { prerender: true, live: true };

export const meta: MetaFunction = () => [{ title: `Create account · ${company.brand}` }];

export default function CreateAccount() {
  return <CreateAccountScreen fee={liveMarks.joiningFee} />;
}
