import {
  type OrderFacts,
  orderCarriedMail,
  orderEndedMail,
  orderNotCarriedMail,
  proceedsCreditedMail,
} from "~/content/notice-mails-market";
import { noticeText, orderText } from "~/content/notice-texts";
import { orderPath } from "~/content/page-paths";
import { type OrderNews, readOrderNews } from "~/areas/market/resale/read-order-news";
import { byMailOrText, type Composer, type Notice, type NoticeTable } from "./notice";

type Told = OrderNews & OrderFacts;

const aboutOrder =
  (notice: (told: Told, origin: string) => Notice): Composer =>
  async (deps, [id]) => {
    const number = Number(id);
    const news = await readOrderNews(deps, number);
    return news ? notice({ ...news, number, url: `${deps.origin}${orderPath(number)}` }, deps.origin) : "no-address";
  };

const ended = (told: Told): Notice => {
  const { side, filled, totalCents, number, state, roundState } = told;
  const because = state === "left-out" ? "left-out" : roundState === "stopped" ? "cask-ended" : "result";
  return byMailOrText(
    told,
    () => orderEndedMail({ ...told, because }),
    () => (filled > 0 ? noticeText(`order-${side}`, totalCents) : orderText("unfilled", number)),
  );
};

const carried = (told: Told): Notice => {
  if (told.state !== "open") return "superseded";
  return byMailOrText(
    told,
    () => orderCarriedMail(told),
    () => orderText("carried", told.number),
  );
};

const notPlacedAgain = (told: Told): Notice => {
  const reason = told.carryEnd;
  if (reason === null || reason === "placed" || reason === "filled" || reason === "given-up") return "superseded";
  return byMailOrText(
    told,
    () => orderNotCarriedMail({ ...told, reason }),
    () => orderText("not-carried", told.number),
  );
};

const credited = (told: Told, origin: string): Notice => {
  const { caskName, month, filled, creditCents } = told;
  if (creditCents === 0) return "superseded";
  return byMailOrText(
    told,
    () => proceedsCreditedMail({ caskName, month, stakes: filled, creditCents, walletUrl: `${origin}/wallet` }),
    () => noticeText("proceeds-credited", creditCents),
  );
};

export const ofMarket = {
  "order-ended": {
    subject: "ORDER",
    triggers: ["resale_orders_ends_are_told"],
    once: "an order ends once, with its round",
    compose: aboutOrder(ended),
  },
  "order-carried": {
    subject: "ORDER",
    triggers: ["resale_orders_carried_are_told"],
    once: "an order is placed once, when its number is given",
    compose: aboutOrder(carried),
  },
  "order-not-carried": {
    subject: "ORDER",
    triggers: ["resale_orders_not_carried_are_told"],
    once: "whether an order is placed again is decided once",
    compose: aboutOrder(notPlacedAgain),
  },
  // Once the last stake of the order is paid for.
  "proceeds-credited": {
    subject: "ORDER",
    triggers: ["resale_fills_paid_are_told"],
    once: "each stake is paid for once",
    compose: aboutOrder(credited),
  },
} satisfies NoticeTable;
