import { sql } from "drizzle-orm";
import { myDataTexts as texts } from "~/content/my-data-texts";
import type { Deps } from "~/core/deps";
import { byOperator, byUser, recordAudit } from "~/core/ledger/audit";
import type { OperatorSession } from "~/core/session/guarded";
import { row, rows, together, writes } from "~/db/work";
import { PART_NAMES, type PartName } from "./my-data-parts";
import { dataOf, type DataRow, filesOf, type MyData, readFirst } from "./read-my-data";

/**
 * The same about a person who asked for it by letter, for the operator who hands it over: logged, told to the person, and with no more of
 * the account number than its end. One round trip, and one more for each further page of a part that is longer than one.
 * @returns null if there is no such open account, or it is the operator's own
 */
export async function readCustomersData(
  { db, newId }: Pick<Deps, "db" | "newId">,
  session: OperatorSession,
  userId: string,
): Promise<MyData | null> {
  const auditId = newId("aud");
  const { nowMs, result } = await session.write(({ userId: operatorId, nowMs }) => {
    const may = sql`EXISTS (SELECT 1 FROM users AS theirs WHERE theirs.id = ${userId} AND theirs.closed_at_ms IS NULL AND theirs.id <> ${operatorId})`;
    const entry = {
      id: auditId,
      actor: byOperator(operatorId),
      action: "data-file-made",
      subject: byUser(userId),
      nowMs,
    } as const;
    return together({
      recorded: writes(recordAudit(db, entry, { where: may })),
      may: row(db.all<{ may: number }>(sql`SELECT ${may} AS may`)),
      first: readFirst(db, userId),
      files: rows(filesOf(db, userId, 0)),
    });
  });
  return result.may?.may === 1 ? dataOf(db, { userId, nowMs, ...result }) : null;
}

type ArchiveFile = { name: string; lastModified: Date; input: string | ReadableStream<Uint8Array> };

type ArchiveFilesDeps = Pick<Deps, "log"> & {
  certificates: Pick<R2Bucket, "get">;
  /** Guards every cell against being run as a formula. */
  toCsv: (rows: readonly (readonly unknown[])[]) => string;
};

/** One file after the other: a certificate, or a further page, is fetched only when what was before it has been sent. */
export async function* archiveFiles(
  { certificates, log, toCsv }: ArchiveFilesDeps,
  data: MyData,
): AsyncGenerator<ArchiveFile> {
  const lastModified = new Date(data.nowMs);
  const [account] = data.first.account;
  const name = String(account?.full_name ?? account?.email ?? account?.phone ?? "");
  yield { name: "READ-ME.txt", lastModified, input: texts.readMe(lastModified.toISOString().slice(0, 10), name) };
  yield { name: "everything.json", lastModified, input: streamOf(jsonOf(data)) };
  for (const part of PART_NAMES) {
    if (data.first[part].length > 0)
      yield { name: `tables/${part}.csv`, lastModified, input: streamOf(csvOf(data, part, toCsv)) };
  }
  for await (const page of data.files()) {
    for (const { certificateId, key } of page) {
      const file = await certificates.get(key);
      if (!file) log("certificate-file-missing", { certificateId });
      yield {
        name: `certificates/${certificateId}.${file ? "pdf" : "txt"}`,
        lastModified,
        input: file ? file.body : texts.missing,
      };
    }
  }
}

async function* jsonOf(data: MyData): AsyncGenerator<string> {
  let head = "{\n";
  for (const part of PART_NAMES) {
    yield `${head}  ${JSON.stringify(part)}: [`;
    let comma = "\n";
    for await (const page of data.pagesOf(part)) {
      yield comma + page.map((row) => `    ${JSON.stringify(inWords(row))}`).join(",\n");
      comma = ",\n";
    }
    yield "]";
    head = ",\n";
  }
  yield "\n}\n";
}

async function* csvOf(data: MyData, part: PartName, toCsv: ArchiveFilesDeps["toCsv"]): AsyncGenerator<string> {
  let columns: string[] | null = null;
  for await (const page of data.pagesOf(part)) {
    const rows = page.map(inWords);
    const names: string[] = columns ?? Object.keys(rows[0] ?? {});
    const lines = rows.map((row) => names.map((column) => row[column]));
    yield columns ? toCsv(lines) : `\uFEFF${toCsv([names, ...lines])}`;
    columns = names;
  }
}

function streamOf(texts: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      const next = await texts.next();
      if (next.done === true) controller.close();
      else controller.enqueue(encoder.encode(next.value));
    },
  });
}

/** Times as people write them: 'created_at' in UTC in place of 'created_at_ms'. */
function inWords(row: DataRow): DataRow {
  return Object.fromEntries(
    Object.entries(row).map(([column, value]) => {
      if (!/_ms$/.test(column)) return [column, value];
      return [column.replace(/_ms$/, ""), typeof value === "number" ? new Date(value).toISOString() : null];
    }),
  );
}
