import { watchedClosesMail, watchedOpensMail } from "~/content/notice-mails-watching";
import { holderMessageMail } from "~/content/notice-mails-messages";

/** The mails to those who watch a cask, and what operators write to many, with the figures that must stand in both of their parts. */
export const waitingMails = ({ ORIGIN, EVIL }: { ORIGIN: string; EVIL: string }) => ({
  ...writtenMails({ url: `${ORIGIN}/notices/msg_1`, EVIL }),
  "watched-opens": {
    mail: watchedOpensMail({
      caskName: EVIL,
      closesOn: "2027-01-31",
      caskUrl: `${ORIGIN}/cask-information?cask=csk_1`,
    }),
    figures: ["31 Jan 2027", `${ORIGIN}/cask-information?cask=csk_1`, "capital is at risk"],
  },
  "watched-closes": {
    mail: watchedClosesMail({
      caskName: EVIL,
      closesOn: "2027-01-31",
      caskUrl: `${ORIGIN}/cask-information?cask=csk_1`,
    }),
    figures: ["31 Jan 2027", `${ORIGIN}/cask-information?cask=csk_1`, "capital is at risk"],
  },
});

const writtenMails = ({ url, EVIL }: { url: string; EVIL: string }) => {
  const message = { caskName: EVIL, subject: EVIL, body: `Two lines.\n\n${EVIL}`, url };
  return {
    "holder-message": {
      mail: holderMessageMail(message),
      figures: ["Two lines.", EVIL, url],
    },
  };
};
