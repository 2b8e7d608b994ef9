import type { CertificateFacts } from "~/areas/holdings/certificates/issue-certificate";
import type { Shop } from "./shop";

// The state at the end of a run, without the ids and times that may differ: two runs that ended alike have the same.

const LEFT = {
  // An attempt that was not paid makes no difference.
  payments: `SELECT user_id, purpose, cask_id, amount_cents, received_cents, mode, state, reason FROM payments WHERE received_cents IS NOT NULL ORDER BY 1, 2, 3, 4, 7`,
  stakes:
    "SELECT cask_id, number, holder_number, user_id, price_cents, state, certificate_state FROM stakes ORDER BY 1, 2, 3",
  offers: `SELECT cask_id, user_id, price_cents, fee_cents, advanced_cents, credit_cents, state, end_reason, paid_at_ms IS NOT NULL
    FROM offers ORDER BY 1, 2, 3, 7`,
  bids: "SELECT cask_id, state, issued_stakes, accepted_stakes, declined_stakes FROM bids ORDER BY 1, 2",
  ballots: "SELECT number, choice FROM bid_ballots ORDER BY 1, 2",
  certificates:
    "SELECT cask_id, number, certificates.state FROM certificates JOIN stakes ON stakes.id = stake_id ORDER BY 1, 2, 3",
  accounts: "SELECT id, credits_total - debits_total FROM accounts ORDER BY 1",
  transfers: "SELECT reason, amount, currency, count(*) FROM transfers GROUP BY 1, 2, 3 ORDER BY 1, 2, 3",
  referrals: "SELECT referred_id, state FROM referrals ORDER BY 1",
  withdrawals: "SELECT user_id, stake_id, cycle_number, amount_cents, state FROM withdrawals ORDER BY 1, 2, 3, 5",
  exits: "SELECT cask_id, state, net_per_stake_cents, remainder_cents FROM cask_exits ORDER BY 1, 2",
  casks: "SELECT id, sold_stakes, reserved_stakes FROM casks ORDER BY 1",
  users: "SELECT id, activated_at_ms IS NOT NULL FROM users ORDER BY 1",
  deadLetters: "SELECT origin, error FROM dead_letters ORDER BY 1, 2",
};

export function fingerprint({ store, providers, bucket, emails }: Shop): string {
  const tables = Object.entries(LEFT).map(([name, query]) => [name, store.rows(query)]);
  const charges = Object.values(providers).flatMap((provider) =>
    provider.charges.map(({ provider: name, cents, refunds, dispute }) => ({
      name,
      cents,
      refunds: refunds.map((refund) => ({ ...refund, atMs: undefined })),
      dispute,
    })),
  );
  const files = [...bucket.objects.values()].map((bytes) => {
    const { caskName, stakeNumber, holderName, amountCents } = JSON.parse(
      new TextDecoder().decode(bytes),
    ) as CertificateFacts;
    return [caskName, stakeNumber, holderName, amountCents].join();
  });
  // How often operators hear in an hour's time that a job stands, and what waits on a day, depends on when a crash happened.
  const alarms = /scheduled work has stopped$|^Dunnage today/;
  const told = emails.filter(({ subject }) => !alarms.test(subject));
  const sent = told.map(({ to, subject }) => `${to} ${subject}`);
  const withoutIds = JSON.stringify([tables, charges, files.sort(), sent.sort()], null, 1).replaceAll(
    /us:pay_\d+/g,
    "us",
  );
  return withoutIds;
}
