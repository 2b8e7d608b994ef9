import type { ReactNode } from "react";
import { messages } from "~/content/messages";
import { TabBar, type TabBarProps } from "./tab-bar";
import { TopBar, type TopBarProps } from "./top-bar";

/** The target of the skip link. */
export const CONTENT_ID = "content";

export type PageProps = {
  children: ReactNode;
  /** Omitted: no top bar. */
  top?: TopBarProps;
  tabs?: TabBarProps;
  /** Between top bar and content, edge to edge. */
  banner?: ReactNode;
  footer?: ReactNode;
  tone?: "paper" | "black";
};

const tones = {
  paper: "bg-paper sm:border-x sm:border-peat-30",
  black: "bg-black text-paper [&_:focus-visible]:outline-paper",
} as const;

// Off-screen until it has the focus.
const skip =
  "absolute top-2 z-20 ml-4 inline-flex min-h-11 -translate-y-20 items-center rounded-md bg-paper px-4 font-semibold " +
  "text-copper underline focus:translate-y-0";

/** The one column of every screen: at most 375 px, centred on barley. */
export function Page({ children, top, tabs, banner, footer, tone = "paper" }: PageProps) {
  return (
    <div className={`mx-auto flex min-h-dvh w-full max-w-column flex-col ${tones[tone]}`}>
      <a href={`#${CONTENT_ID}`} className={skip}>
        {messages.skipToContent}
      </a>
      {top && <TopBar {...top} />}
      {banner && <div className="mb-3">{banner}</div>}
      <main id={CONTENT_ID} tabIndex={-1} className="flex flex-1 flex-col gap-6 px-4 pt-2 pb-10">
        {children}
      </main>
      {footer}
      {tabs && <TabBar {...tabs} />}
    </div>
  );
}

export function PageTitle({ children, lead }: { children: ReactNode; lead?: ReactNode }) {
  return (
    <div>
      <h1 className="display text-xl">{children}</h1>
      {lead && <p className="mt-2 text-peat-60">{lead}</p>}
    </div>
  );
}
