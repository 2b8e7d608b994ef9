const look = "rounded-sm bg-barley p-3 font-mono text-sm wrap-anywhere whitespace-pre-wrap";

/** What is typed into a terminal, or copied into a file. */
export function Code({ children }: { children: string }) {
  return <pre className={look}>{children}</pre>;
}
