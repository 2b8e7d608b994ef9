import { eq, sql } from "drizzle-orm";
import { dayText } from "~/content/notice-texts";
import { bankDetails, contactChanges, users } from "~/db/schema/people";
import { referrals } from "~/db/schema/payments";
import { row, runWork } from "~/db/work";
import { HOLD_MS } from "~/areas/holdings/payout-rules";
import { type NoticeTable, toEachRecipient } from "./notice";
import { company } from "~/content/company";
import { mailLink, mailText, type MailText } from "~/content/mail-text";
import { formatInstant } from "~/domain/calendar-date";
import { formatUsd } from "~/domain/money";

export function referralEarnedMail({ rewardCents, walletUrl }: { rewardCents: number; walletUrl: string }): MailText {
  return mailText(`You have earned ${formatUsd(rewardCents)}`, [
    `Someone you invited has bought their first stake, so ${formatUsd(rewardCents)} is yours. We will check it, then pay it into your wallet.`,
    mailLink("Your rewards", walletUrl),
  ]);
}

// Emails that let someone notice that another person is in their account. They name no address and no account number.

const notYou = () => `If this was not you, write to ${company.support.email} at once.`;

type BankChange = { changedAtMs: number; accountLast4: string; waitUntilMs: number };

export function bankChangedMail({ changedAtMs, accountLast4, waitUntilMs }: BankChange): MailText {
  const account = accountLast4 ? ` The account saved now ends in ${accountLast4}.` : "";
  return mailText("Your bank details were changed", [
    `The bank details of your ${company.brand} account were changed on ${formatInstant(changedAtMs)}.${account}`,
    `For your safety, withdrawals to it that you request now will not be paid before ${formatInstant(waitUntilMs)}.`,
    notYou(),
  ]);
}

const contacts = {
  email: {
    what: "email address",
    after: "From now on we write to the new one. The old one can no longer be used to log in.",
  },
  sms: { what: "phone number", after: "The old number can no longer be used to log in." },
} as const;

type Channel = keyof typeof contacts;

/** All of them get the same mail, so it has to say why it was sent. */
const whyYou = "We send this to every email address and phone number the account has, or had in the last 30 days.";

export function contactChangedMail(channel: Channel, changedAtMs: number): MailText {
  const { what, after } = contacts[channel];
  return mailText(`The ${what} of your account was changed`, [
    `The ${what} of your ${company.brand} account was changed on ${formatInstant(changedAtMs)}. ${after}`,
    whyYou,
    notYou(),
  ]);
}

export function contactAddedMail(channel: Channel, addedAtMs: number): MailText {
  const { what } = contacts[channel];
  return mailText(`${channel === "email" ? "An" : "A"} ${what} was added to your account`, [
    `On ${formatInstant(addedAtMs)} ${channel === "email" ? "an" : "a"} ${what} was added to your ${company.brand} account. It can now be used to log in.`,
    whyYou,
    notYou(),
  ]);
}

export const dataAccessMail = (atMs: number): MailText =>
  mailText("A copy of your data was made", [
    `On ${formatInstant(atMs)} one of our staff made a copy of all data that ${company.brand} keeps about you, because you asked for it by letter or email.`,
    whyYou,
    notYou(),
  ]);

export function accountClosedMail(): MailText {
  return mailText("Your account is closed", [
    `Your ${company.brand} account is closed. We have erased what we knew about you, except for what our privacy policy lists. You will not hear from us again.`,
    notYou(),
  ]);
}

const rewardsPath = "/wallet?tab=rewards";

export const ofAccounts = {
  "bank-changed": {
    ...toEachRecipient,
    subject: "USER:TIME:RECIPIENT",
    tell: async ({ db }, [userId, changedAt]) => {
      const [saved] = await db
        .select({ changedAtMs: bankDetails.changedAtMs, accountLast4: bankDetails.accountLast4 })
        .from(bankDetails)
        .where(eq(bankDetails.userId, userId));
      if (saved && String(saved.changedAtMs) !== changedAt) return "superseded";
      const changedAtMs = Number(changedAt);
      const { accountLast4 } = saved ?? { accountLast4: "" };
      return {
        mail: bankChangedMail({ changedAtMs, accountLast4, waitUntilMs: changedAtMs + HOLD_MS }),
        text: dayText("bank-changed", changedAtMs),
      };
    },
  },
  // The former address is told too, which a thief cannot read.
  "contact-changed": {
    ...toEachRecipient,
    subject: "CHANGE:RECIPIENT",
    tell: async ({ db }, [changeId]) => {
      const [change] = await db
        .select({ channel: contactChanges.channel, changedAtMs: contactChanges.changedAtMs })
        .from(contactChanges)
        .where(eq(contactChanges.id, changeId));
      if (!change) return "superseded";
      return {
        mail: contactChangedMail(change.channel, change.changedAtMs),
        text: dayText(`${change.channel}-changed`, change.changedAtMs),
      };
    },
  },
  "contact-added": {
    ...toEachRecipient,
    subject: "USER:CHANNEL:TIME:RECIPIENT",
    tell: (_deps, [, channel, addedAt]) => {
      const added = channel === "email" ? "email" : "sms";
      const addedAtMs = Number(addedAt);
      return Promise.resolve({ mail: contactAddedMail(added, addedAtMs), text: dayText(`${added}-added`, addedAtMs) });
    },
  },
  "data-access": {
    ...toEachRecipient,
    subject: "USER:TIME:RECIPIENT",
    tell: (_deps, [, at]) =>
      Promise.resolve({ mail: dataAccessMail(Number(at)), text: dayText("data-made", Number(at)) }),
  },
  "account-closed": {
    ...toEachRecipient,
    subject: "USER:RECIPIENT",
    tell: async ({ db }, [userId]) => {
      const query = db.all<{ atMs: number }>(sql`SELECT closed_at_ms AS atMs FROM users WHERE id = ${userId}`);
      const closed = await runWork(db, row(query));
      return { mail: accountClosedMail(), text: dayText("account-closed", closed?.atMs ?? 0) };
    },
  },
  "referral-earned": {
    subject: "REFERRED",
    statements: ["areas/buying/settlement/apply-payment", "areas/accounts/rewards/decide-reward"],
    compose: async ({ db, origin }, [referredId]) => {
      const [found] = await db
        .select({ email: users.email, state: referrals.state, rewardCents: referrals.rewardCents })
        .from(referrals)
        .innerJoin(users, eq(users.id, referrals.referrerId))
        .where(eq(referrals.referredId, referredId));
      if (!found?.email) return "no-address";
      const { email, state, rewardCents } = found;
      if (state !== "pending" && state !== "paid") return "superseded";
      return { to: email, mail: referralEarnedMail({ rewardCents, walletUrl: `${origin}${rewardsPath}` }) };
    },
  },
} satisfies NoticeTable;
