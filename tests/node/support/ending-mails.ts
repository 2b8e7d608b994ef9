import { accountsMergedMail, closingAskedMail, mergerProposedMail } from "~/content/notice-mails-account";

type Given = { ORIGIN: string; walletUrl: string; AT: number };

/** The mails about an account that is to end, alone or in another one, with the figures that must stand in both of their parts. */
export const endingMails = ({ ORIGIN, walletUrl, AT }: Given) => ({
  "closing-asked": {
    mail: closingAskedMail({
      ...{ askedAtMs: AT, closesFromMs: AT + 604_800_000, giveUpStakes: true, giveUpBalance: true },
      ...{ stakes: 6, moneyCents: 13_910, tokens: 13_000, stopUrl: `${ORIGIN}/stop/8zjhntf4yebprpv38zjhntf4yebprp` },
    }),
    figures: ["6 stakes", "$139.10", "13,000 tokens", "29 Nov 2026", `${ORIGIN}/stop/8zjhntf4yebprpv38zjhntf4yebprp`],
  },
  "merger-proposed": {
    mail: mergerProposedMail({
      ...{ proposedAtMs: AT, mergesFromMs: AT + 604_800_000 },
      stopUrl: `${ORIGIN}/stop/8zjhntf4yebprpv38zjhntf4yebprp`,
    }),
    figures: ["29 Nov 2026", `${ORIGIN}/stop/8zjhntf4yebprpv38zjhntf4yebprp`],
  },
  "accounts-merged": {
    mail: accountsMergedMail({ mergedAtMs: AT, stakes: 3, cents: 13_910, certificates: 2, walletUrl }),
    figures: ["3 stakes", "$139.10", walletUrl],
  },
});
