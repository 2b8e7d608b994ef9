/** What `printMarkup` makes. In the data that a hydrating page starts from, the markup is left out: the page has it already. */
export type PrintedMarkup = { markup: string };

type PrintedProps = { part: PrintedMarkup; className?: string };

/**
 * A part that the server has printed, on a page that hydrates: no code that draws it reaches the browser. While React takes the page
 * over it keeps what is there; after a navigation in the browser the data has the markup.
 */
export function Printed({ part: { markup }, className }: PrintedProps) {
  return <div className={className} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: markup }} />;
}
