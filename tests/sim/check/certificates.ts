import type { CertificateFacts } from "~/areas/holdings/certificates/issue-certificate";
import type { Shop } from "../shop";
import { hexDigest } from "../sync-digest";

type Row = {
  id: string;
  key: string;
  sha256: string | null;
  bytes: number | null;
  number: number;
  price: number;
  code: string;
  cask: string;
};

/** Each issued certificate is exactly the file in the bucket, written once, and states what the stake is. */
export function checkCertificates({ store, bucket, world }: Shop): void {
  const rows =
    store.rows<Row>(`SELECT certificates.id, r2_key AS key, sha256, size_bytes AS bytes, number, price_cents AS price, code,
      casks.name AS cask FROM certificates JOIN stakes ON stakes.id = stake_id JOIN casks ON casks.id = cask_id
    JOIN users ON users.id = stakes.user_id WHERE certificates.sha256 IS NOT NULL AND users.closed_at_ms IS NULL`);
  for (const { id, key, sha256, bytes, number, price, code, cask } of rows) {
    const file = bucket.objects.get(key);
    if (!file || hexDigest(file) !== sha256 || file.byteLength !== bytes)
      world.violate("a certificate's hash is that of its file", id);
    if (!file) continue;
    const facts = JSON.parse(new TextDecoder().decode(file)) as CertificateFacts;
    const right =
      facts.stakeNumber === number && facts.amountCents === price && facts.code === code && facts.caskName === cask;
    if (!right) world.violate("a certificate says what the stake is", id);
  }
  // The results of audit steps lie beside them: a run that died writes its step again.
  const certificates = [...bucket.writes].filter(([key]) => !key.startsWith("audit-steps/"));
  for (const [key, writes] of certificates) if (writes !== 1) world.violate("a certificate is written once", key);
}
