import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { bankAnswerTexts as texts } from "~/content/console-payout-texts";
import { described } from "~/content/page-meta";
import { ListPage } from "~/areas/console/lists/list-page";
import {
  type BankColumns,
  COLUMN_ROLES,
  columnField,
  decodeBankFile,
  guessColumns,
  layoutOf,
  readBankTable,
  readLayouts,
  readNamed,
} from "~/areas/payouts/bank-answers/bank-table";
import { readBankLines } from "~/areas/payouts/bank-answers/bank-lines";
import { takeAnswer } from "~/areas/payouts/bank-answers/take-answer";
import { readList } from "~/server/console-list";
import { openConsole } from "~/server/console-session";
import { readForm } from "~/server/login-form";
import { savedAt } from "~/server/saved-at";
import { sha256 } from "~/domain/audit/hashes";
import { Button } from "~/ui/button";
import { ConsoleTable } from "~/ui/console/console-table";
import { Field, SelectField } from "~/ui/field";
import { type BankAnswer, listBankAnswers } from "~/areas/payouts/bank-answers/read-bank-answer";
import { readAfterNumber } from "~/core/lists";
import { Badge } from "~/ui/badge";
import { Instant, RowLink } from "~/ui/console/cells";
import { defineList } from "~/areas/console/lists/define-list";

const HREF = "/operator/bank-answers";

const bankAnswers = defineList({
  section: "withdrawals",
  href: HREF,
  title: texts.title,
  none: "No bank file has been uploaded yet.",
  position: readAfterNumber,
  query: (db, { after }) => listBankAnswers(db, after),
  columns: () => [
    {
      label: "Report",
      cell: (one: BankAnswer) => <RowLink href={`${HREF}/${one.id}`}>{texts.one(one.number)}</RowLink>,
    },
    { label: "Handed in", cell: (one) => <Instant atMs={one.handedInAtMs} /> },
    { label: "Lines", right: true, cell: (one) => String(one.lines) },
    { label: "In Trouble", right: true, cell: (one) => String(one.open) },
    {
      label: "State",
      isState: true,
      cell: (one) =>
        one.markedAtMs === null && one.payable > 0 ? (
          <Badge tone="attention">{`${one.payable} to mark`}</Badge>
        ) : (
          <Badge tone="gain">done</Badge>
        ),
    },
  ],
});

export const meta = () => described(bankAnswers.title);

export const loader = (args: LoaderFunctionArgs) => readList(args, bankAnswers);

const SHOWN_ROWS = 5;

/** The file, or its text as the form that names the columns sends it again. null: none; undefined: not a text. */
async function textIn(form: FormData): Promise<string | null | undefined> {
  const [file, text] = [form.get("file"), form.get("text")];
  if (file instanceof File && file.size > 0)
    return decodeBankFile(new Uint8Array(await file.arrayBuffer())) ?? undefined;
  return typeof text === "string" && text !== "" ? text : null;
}

/** Nothing of the file is read for anyone but an operator. */
export async function action(args: ActionFunctionArgs) {
  const { db } = args.context;
  const session = await openConsole(args, "withdrawals");
  const { result: layouts } = await session.read(() => readLayouts(db));
  const form = await readForm(args.request);
  const refuse = (code: keyof typeof texts.errors, line: number | null = null) =>
    json({ code, line, naming: null }, { status: 400 });
  const text = await textIn(form);
  if (text === null) return refuse("file");
  if (text === undefined) return refuse("not-readable");
  const table = readBankTable(text);
  if (typeof table === "string") return refuse(table);
  if ("code" in table) return refuse(table.code, table.line);
  const named = readNamed(form, table);
  const layout = layoutOf(table);
  const known = named.asked || form.has("again") ? undefined : layouts.find((one) => one.headers === layout)?.columns;
  const columns = named.columns ?? (known === undefined ? null : (JSON.parse(known) as BankColumns));
  if (!columns) {
    const { headers, rows } = table;
    const naming = { text, headers, rows: rows.slice(0, SHOWN_ROWS), columns: guessColumns(headers) };
    return json({ code: named.asked ? ("columns" as const) : null, line: null, naming }, named.asked ? 400 : 200);
  }
  const answer = readBankLines(table, columns);
  if (answer === "too-long") return refuse(answer);
  const hash = sha256(`${JSON.stringify(columns)}\n${text.replaceAll("\r\n", "\n")}`);
  const taking = { sha256: hash, layout, columns, isNamed: named.asked, answer };
  const { result } = await session.write((operator) => takeAnswer(db, { ...taking, operator }));
  return savedAt(args, `/operator/bank-answers/${result}`);
}

type Naming = { text: string; headers: string[]; rows: string[][]; columns: BankColumns };

function NamingForm({ text, headers, rows, columns, error }: Naming & { error: string | undefined }) {
  const { naming } = texts;
  const options = headers.map((label, at) => ({ value: String(at), label: label || String(at + 1) }));
  return (
    <form method="post" encType="multipart/form-data" noValidate className="flex flex-col gap-4">
      <h2 className="font-semibold">Which column has what?</h2>
      <p className="max-w-160 text-peat-60">
        Files with these columns are read like this from now on. A payment has one column of amounts, with a minus or a
        column that says DR or CR, or it has one of debits and one of credits.
      </p>
      <ConsoleTable
        label="The first rows"
        rows={rows.map((cells, at) => ({ cells, at }))}
        keyOf={({ at }) => String(at)}
        columns={options.map(({ label }, at) => ({
          label,
          cell: ({ cells }: { cells: string[]; at: number }) => <bdi>{cells[at]}</bdi>,
        }))}
      />
      <input type="hidden" name="text" value={text} />
      <div className="grid max-w-160 gap-4 sm:grid-cols-2">
        {COLUMN_ROLES.map((role) => (
          <SelectField
            key={role}
            name={columnField(role)}
            label={naming.roles[role]}
            options={[{ value: "none", label: naming.none }, ...options]}
            chosen={String(columns[role] ?? "none")}
            error={role === "amount" ? error : undefined}
            startHere={role === "amount" && error !== undefined}
          />
        ))}
      </div>
      <div>
        <Button wide={false}>Read it like this</Button>
      </div>
    </form>
  );
}

export default function BankAnswers() {
  const list = useLoaderData<typeof loader>();
  const { code = null, line = null, naming = null } = useActionData<typeof action>() ?? {};
  const error = code ? [texts.errors[code], line].filter(Boolean).join(" ") : undefined;
  return (
    <ListPage list={bankAnswers} {...list}>
      {naming && <NamingForm {...naming} error={error} />}
      {!naming && list.frame.mayChange && list.isFirst && (
        <form method="post" encType="multipart/form-data" noValidate className="flex max-w-120 flex-col gap-4">
          <p>
            The bank's report as a CSV file. Each line is matched by our reference, in any of its cells, and the amount.
            Uploading it pays nothing, and the same file counts only once.
          </p>
          <Field
            name="file"
            type="file"
            label="The bank's file"
            accept=".csv,text/csv"
            error={error}
            startHere={Boolean(error)}
          />
          <label className="flex min-h-11 items-center gap-3">
            <input type="checkbox" name="again" className="size-5 shrink-0" />
            Name the columns again
          </label>
          <div>
            <Button wide={false}>Upload it</Button>
          </div>
        </form>
      )}
    </ListPage>
  );
}
