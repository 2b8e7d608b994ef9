import * as z from "zod";
import { LOGIN_MODES } from "~/features/login/login-flow";
import { readReferralCode } from "~/features/login/new-referral-code";

/** Anything else than a short text counts as not given. */
const typed = z.string().max(320).nullable().catch(null);

const schema = z.object({
  mode: z.enum(LOGIN_MODES).catch("sign-up"),
  ref: typed.transform(readReferralCode),
  email: typed,
  phone_number: typed,
  waiting: z.literal("1").nullable().catch(null),
});

export type GetStartedForm = z.infer<typeof schema>;

/** Mode and referral code come with the form, else with the page's address. A bad one never keeps anyone out. */
export function readGetStartedForm(url: URL, form: FormData): GetStartedForm {
  const { searchParams } = url;
  return schema.parse({
    mode: form.get("mode") ?? searchParams.get("mode"),
    ref: form.get("ref") ?? searchParams.get("ref"),
    email: form.get("email"),
    phone_number: form.get("phone_number"),
    waiting: searchParams.get("waiting"),
  });
}
