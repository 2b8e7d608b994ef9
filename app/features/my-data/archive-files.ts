import { myDataTexts as texts } from "~/content/my-data-texts";
import type { Deps } from "~/features/deps";
import type { DataRow, MyData } from "./read-my-data";
import { PART_NAMES } from "./data-parts";

type ArchiveFile = { name: string; lastModified: Date; input: string | ReadableStream<Uint8Array> };

type Needs = Pick<Deps, "log"> & {
  certificates: Pick<R2Bucket, "get">;
  /** Guards every cell against being run as a formula. */
  toCsv: (rows: readonly (readonly unknown[])[]) => string;
};

/** One file after the other: a certificate is fetched only when the one before it has been sent. */
export async function* archiveFiles({ certificates, log, toCsv }: Needs, data: MyData): AsyncGenerator<ArchiveFile> {
  const lastModified = new Date(data.nowMs);
  const parts = PART_NAMES.map((name) => [name, data.parts[name].map(inWords)] as const);
  const name = String(
    data.parts.account[0]?.full_name ?? data.parts.account[0]?.email ?? data.parts.account[0]?.phone ?? "",
  );
  yield { name: "READ-ME.txt", lastModified, input: texts.readMe(lastModified.toISOString().slice(0, 10), name) };
  yield { name: "everything.json", lastModified, input: `${JSON.stringify(Object.fromEntries(parts), null, 2)}\n` };
  for (const [part, rows] of parts) {
    const [first] = rows;
    if (!first) continue;
    const columns = Object.keys(first);
    const lines = rows.map((row) => columns.map((column) => row[column]));
    yield { name: `tables/${part}.csv`, lastModified, input: `\uFEFF${toCsv([columns, ...lines])}` };
  }
  for (const { certificateId, key } of data.files) {
    const file = await certificates.get(key);
    if (!file) log("certificate-file-missing", { certificateId });
    yield {
      name: `certificates/${certificateId}.${file ? "pdf" : "txt"}`,
      lastModified,
      input: file ? file.body : texts.missing,
    };
  }
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
