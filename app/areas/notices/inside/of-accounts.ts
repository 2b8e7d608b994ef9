import { eq, sql } from "drizzle-orm";
import { referralEarnedMail } from "~/content/notice-mails";
import {
  accountClosedMail,
  bankChangedMail,
  closingAskedMail,
  contactAddedMail,
  contactChangedMail,
  dataAccessMail,
  nameCorrectedMail,
} from "~/content/notice-mails-account";
import { closingText, dayText } from "~/content/notice-texts";
import { bankDetails, contactChanges, users } from "~/db/schema/people";
import { referrals } from "~/db/schema/rewards";
import { row, runWork } from "~/db/work";
import { stopAddress } from "~/areas/accounts/closing/stop-address";
import { readStoppableClosing } from "~/areas/accounts/closing/stop-closing";
import { HOLD_MS } from "~/areas/holdings/payout-rules";
import { byMailOrText, type NoticeTable, toEachRecipient } from "./notice";

const rewardsPath = "/wallet?tab=rewards";

export const ofAccounts = {
  // After a further change only the latest notice is sent.
  "bank-changed": {
    ...toEachRecipient,
    subject: "USER:TIME:RECIPIENT",
    once: "the id contains the time of the change",
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
    once: "the row of the change is written once and never deleted",
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
  // The account can now be entered by a further mailbox or phone.
  "contact-added": {
    ...toEachRecipient,
    subject: "USER:CHANNEL:TIME:RECIPIENT",
    once: "the id contains the time of the change",
    tell: (_deps, [, channel, addedAt]) => {
      const added = channel === "email" ? "email" : "sms";
      const addedAtMs = Number(addedAt);
      return Promise.resolve({ mail: contactAddedMail(added, addedAtMs), text: dayText(`${added}-added`, addedAtMs) });
    },
  },
  // An operator made a copy of their data, for a request that came by letter.
  "data-access": {
    ...toEachRecipient,
    subject: "USER:TIME:RECIPIENT",
    once: "the id contains the time",
    tell: (_deps, [, at]) =>
      Promise.resolve({ mail: dataAccessMail(Number(at)), text: dayText("data-made", Number(at)) }),
  },
  // With the link that stops it.
  "closing-asked": {
    ...toEachRecipient,
    subject: "CLOSING:RECIPIENT",
    once: "the row of the closing is written once and never deleted",
    tell: async (deps, [closingId]) => {
      const query = deps.db.all<{ stopToken: string }>(
        sql`SELECT stop_token AS stopToken FROM account_closings WHERE id = ${closingId}`,
      );
      const stopToken = (await runWork(deps.db, row(query)))?.stopToken ?? "";
      const closing = await readStoppableClosing(deps, stopToken);
      // Closed at once, or by now: that has a notice of its own.
      if (closing?.state !== "waiting") return "superseded";
      return {
        mail: closingAskedMail({ ...closing, stopUrl: stopAddress(deps.origin, stopToken) }),
        text: closingText(closing.closesFromMs, stopToken),
      };
    },
  },
  // The last message, to all who had been able to stop it.
  "account-closed": {
    ...toEachRecipient,
    subject: "USER:RECIPIENT",
    once: "an account is closed once",
    tell: async ({ db }, [userId]) => {
      const query = db.all<{ atMs: number }>(sql`SELECT closed_at_ms AS atMs FROM users WHERE id = ${userId}`);
      const closed = await runWork(db, row(query));
      return { mail: accountClosedMail(), text: dayText("account-closed", closed?.atMs ?? 0) };
    },
  },
  // In the batch that corrects it; the certificates that take the place of others are told of here, not each by itself.
  "name-corrected": {
    subject: "CORRECTION:CERTIFICATES",
    statements: ["areas/holdings/certificates/reissue-certificate"],
    once: "a correction is one row, and its id is in the name of the notice",
    compose: async ({ db, origin }, [correctionId, certificates]) => {
      const [found] = await db.all<{ email: string | null; phone: string | null; atMs: number }>(
        sql`SELECT users.email, users.phone, name_corrections.created_at_ms AS atMs FROM name_corrections
          JOIN users ON users.id = name_corrections.user_id WHERE name_corrections.id = ${correctionId}`,
      );
      if (!found) return "superseded";
      const facts = { correctedAtMs: found.atMs, certificates: Number(certificates), walletUrl: `${origin}/wallet` };
      return byMailOrText(
        found,
        () => nameCorrectedMail(facts),
        () => dayText("name-corrected", found.atMs),
      );
    },
  },
  // To the referrer. Does not say who was referred.
  "referral-earned": {
    subject: "REFERRED",
    triggers: ["referrals_rewards_are_told"],
    once: "a referral ceases to be inactive once; its release by an operator is another cause",
    topic: "referrals",
    compose: async ({ db, origin }, [referredId]) => {
      const [found] = await db
        .select({ email: users.email, userId: users.id, state: referrals.state, rewardCents: referrals.rewardCents })
        .from(referrals)
        .innerJoin(users, eq(users.id, referrals.referrerId))
        .where(eq(referrals.referredId, referredId));
      if (!found?.email) return "no-address";
      const { email, userId, state, rewardCents } = found;
      if (state !== "pending" && state !== "paid") return "superseded";
      return { to: email, userId, mail: referralEarnedMail({ rewardCents, walletUrl: `${origin}${rewardsPath}` }) };
    },
  },
} satisfies NoticeTable;
