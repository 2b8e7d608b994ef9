import { creditExit } from "~/areas/casks/exits/credit-exit";
import { handleEvent } from "~/areas/buying/provider-events";
import { checkPayment, expireSession, rereadPayment } from "~/areas/buying/settlement/settle-payment";
import { refundPayment } from "~/areas/buying/settlement/refund-payment";
import { eraseCertificates, issueCertificate, type IssueDeps } from "~/areas/holdings/certificates/issue-certificate";
import { notifyBid } from "~/areas/market/count-bids";
import { sendNotice } from "~/areas/notices/send-notice";
import { outboxRunner, type RunOutboxDeps } from "~/core/outbox/run-outbox";

// The handlers of each kind of outbox row: composed here, so that no area needs to know the others.

export type OutboxDeps = IssueDeps & Pick<RunOutboxDeps, "rest">;

export const { runOutboxRow, relayOutbox, relayToMany } = outboxRunner<OutboxDeps>({
  "handle-event": handleEvent,
  "check-payment": checkPayment,
  "expire-session": async (deps, id) => (await expireSession(deps, id)).state,
  "refund-payment": refundPayment,
  "issue-certificate": issueCertificate,
  "erase-certificates": eraseCertificates,
  "credit-exit": (deps, id) => creditExit(deps, id),
  "tell-bid": notifyBid,
  "reread-payment": rereadPayment,
  "send-notice": sendNotice,
});
