import type { MetaFunction } from "@remix-run/cloudflare";
import { company } from "~/content/company";
import { JOINING_FEE_CENTS } from "~/domain/joining-fee";
import type { PageHandle } from "~/server/page-handle";
import { CreateAccountScreen } from "./screen";

export const handle: PageHandle = { prerender: true };

export const meta: MetaFunction = () => [{ title: `Create account · ${company.brand}` }];

export default function CreateAccount() {
  return <CreateAccountScreen feeCents={JOINING_FEE_CENTS} />;
}
