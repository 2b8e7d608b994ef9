import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { sectionHref } from "~/content/console-sections";
import { sectionTitles } from "~/content/console-texts";
import { described } from "~/content/page-titles";
import { proposalErrors } from "~/content/proposal-texts";
import { namedBalances } from "~/areas/console/books/book-paper";
import { closeMonth, closeSchema } from "~/areas/console/books/close-month";
import { monthOf } from "~/areas/console/books/month";
import { readBooks } from "~/areas/console/books/read-books";
import { showProposal } from "~/core/proposals/show-proposal";
import { frameProps } from "~/server/console-frame";
import { readThing, writeConsole } from "~/server/console-session";
import { readForm } from "~/server/login-form";
import { savedAt } from "~/server/saved-at";
import type { PageHandle } from "~/server/page-handle";
import { BooksScreen } from "./screen";

export const handle: PageHandle = { console: true };

export const meta: MetaFunction = () => described(sectionTitles.books);

export async function loader(args: LoaderFunctionArgs) {
  const month = monthOf(args.params.month ?? "");
  const { frame, viewer, result } = await readThing(args, "books", ({ nowMs }) =>
    readBooks(args.context.db, month, nowMs),
  );
  const { books, chart, proposals } = result;
  const balances = namedBalances(books.balances, chart);
  return json({
    frame: frameProps(frame),
    viewerId: viewer.id,
    books: { ...books, balances },
    proposal: proposals.map((one) => showProposal(one, frame.mayChange))[0] ?? null,
  });
}

export async function action(args: ActionFunctionArgs) {
  const { db, newId } = args.context;
  const month = monthOf(args.params.month ?? "");
  const read = closeSchema.safeParse(Object.fromEntries(await readForm(args.request)));
  const proposalId = newId("chg");
  const { result } = await writeConsole(args, "books", (operator) =>
    closeMonth(db, { month, asked: read.data ?? null, proposalId, operator }),
  );
  if (result.ok) return savedAt(args, `${sectionHref("books")}/${month?.name}`, result);
  return json({ error: proposalErrors[result.code] }, { status: read.success ? 409 : 400 });
}

export default function BooksOfMonth() {
  const page = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  return <BooksScreen {...page} error={refused?.error ?? null} />;
}
