import type { ReactNode } from "react";

type FoldProps = {
  title: string;
  said?: ReactNode;
  answer?: ReactNode;
  id?: string;
  open?: boolean;
  children: ReactNode;
};

/** @param answer in short, below the title: the rest is opens below */
export function Fold({ title, said, answer, id, open = false, children }: FoldProps) {
  return (
    <details open={open} className="fold border-b border-peat-30">
      <summary className="flex min-h-12 cursor-pointer items-center justify-between gap-x-3 py-2">
        <RowText title={title} answer={answer} />
        {said && <span className="figures ml-auto min-w-0 text-right text-sm text-peat-60">{said}</span>}
      </summary>
      <div id={id} className="pb-4">
        {children}
      </div>
    </details>
  );
}

function RowText({ title, answer }: Pick<FoldProps, "title" | "answer">) {
  return (
    <div className="min-w-0">
      <h2 className="font-semibold wrap-break-word">{title}</h2>
      {answer && <p className="figures text-sm/[1.43] text-peat-60">{answer}</p>}
    </div>
  );
}
