import type { ReactNode } from "react";

type RowProps = {
  title: string;
  /** In short: the rest opens below, or is a page of its own. */
  answer?: ReactNode;
  isQuestion?: boolean;
};

type FoldProps = RowProps & { said?: ReactNode; id?: string; open?: boolean; children: ReactNode };

const row = "flex min-h-12 items-center justify-between gap-x-3 py-2";

export function Fold({ said, id, open = false, children, ...text }: FoldProps) {
  return (
    <details id={id} open={open} className="fold group border-b border-peat-30">
      <summary className={`${row} cursor-pointer`}>
        <RowText {...text} />
        {said && <span className="figures ml-auto min-w-0 text-right text-sm text-peat-60">{said}</span>}
      </summary>
      <div className="pb-4">{children}</div>
    </details>
  );
}

export function LinkRow({ href, ...text }: RowProps & { href: string }) {
  return (
    <a href={href} className={`${row} chevron border-b border-peat-30`}>
      <RowText {...text} />
    </a>
  );
}

function RowText({ title, answer, isQuestion = false }: RowProps) {
  return (
    <div className="min-w-24 flex-1">
      <h2 className={isQuestion ? "display text-lg" : "font-semibold wrap-break-word"}>{title}</h2>
      {answer && <div className={`figures text-sm/[1.43] ${isQuestion ? "" : "text-peat-60"}`}>{answer}</div>}
    </div>
  );
}
