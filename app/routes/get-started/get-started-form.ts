import * as z from "zod";
import { LOGIN_MODES } from "~/areas/accounts/login/login-flow";
import { consoleGoalOf } from "~/areas/accounts/login/login-goals";
import { readReferralCode } from "~/areas/accounts/login/new-referral-code";

/** Anything but a short text counts as missing. */
const typed = z.string().max(320).nullable().catch(null);

const schema = z.object({
  mode: z.enum(LOGIN_MODES).catch("sign-up"),
  ref: typed.transform(readReferralCode),
  email: typed,
  phone_number: typed,
  to: typed.transform(consoleGoalOf),
  waiting: z.literal("1").nullable().catch(null),
});

export type GetStartedForm = z.infer<typeof schema>;

/** Mode and referral code come with the form, otherwise from the URL. A bad referral code never blocks signing up. */
export function readGetStartedForm(url: URL, form: FormData): GetStartedForm {
  const { searchParams } = url;
  return schema.parse({
    mode: form.get("mode") ?? searchParams.get("mode"),
    ref: form.get("ref") ?? searchParams.get("ref"),
    email: form.get("email"),
    phone_number: form.get("phone_number"),
    to: form.get("to") ?? searchParams.get("to"),
    waiting: searchParams.get("waiting"),
  });
}
