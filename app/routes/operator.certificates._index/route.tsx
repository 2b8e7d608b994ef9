import { json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { sectionTitles } from "~/content/console-texts";
import { described } from "~/content/page-titles";
import { listCertificates, readCertificateFilter } from "~/areas/console/list-certificates";
import { readAfter } from "~/core/lists/keyset-page";
import { frameProps } from "~/server/console-frame";
import { readConsole } from "~/server/console-session";
import type { PageHandle } from "~/server/page-handle";
import { consoleKeysScript } from "~/ui/console/console-keys";
import { CertificatesScreen } from "./screen";

export const handle: PageHandle = { console: true, inlineScript: consoleKeysScript };

export const meta: MetaFunction = () => described(sectionTitles.certificates);

export async function loader(args: LoaderFunctionArgs) {
  const { searchParams } = new URL(args.request.url);
  const filter = readCertificateFilter(searchParams);
  const after = searchParams.get("after");
  const { frame, result } = await readConsole(args, "certificates", ({ nowMs }) =>
    listCertificates(args.context.db, { filter, after: readAfter(after), nowMs }),
  );
  return json({
    frame: frameProps(frame),
    filter,
    late: frame.waiting.certificates,
    nowMs: frame.nowMs,
    isFirst: after === null,
    ...result,
  });
}

export default function Certificates() {
  return <CertificatesScreen {...useLoaderData<typeof loader>()} />;
}
