import type { Shop } from "../shop";
import { checkAnyMoment, REST_RULES } from "./rules";
import { checkCertificates } from "./certificates";
import { checkDeadLetters } from "./dead-letters";
import { checkEmails } from "./emails";
import { checkProviders } from "./providers";
import { checkTakenBack } from "./taken-back";
import { checkWithBank } from "./with-bank";

/** Everything that must hold once a run has come to rest: the books, and the books against the outside world. */
export function checkAtRest(shop: Shop): void {
  checkAnyMoment(shop);
  for (const [rule, query] of Object.entries(REST_RULES)) {
    const rows = shop.store.rows(query.replaceAll("$now", String(shop.world.nowMs)));
    if (rows.length > 0) shop.world.violate(rule, rows.slice(0, 3));
  }
  checkProviders(shop);
  checkCertificates(shop);
  checkDeadLetters(shop);
  checkEmails(shop);
  shop.book.check();
  checkTakenBack(shop);
  checkWithBank(shop);
}
