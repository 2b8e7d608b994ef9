/** What `printPicture` makes. In the data that a hydrating page starts from, the markup is left out: the page has it already. */
export type PrintedMarkup = { markup: string };

type PrintedProps = { picture: PrintedMarkup; className?: string };

/**
 * A picture that the server has printed, on a page that hydrates: no code that draws reaches the browser. While React takes the page
 * over it keeps what is there; after a navigation in the browser the data has the markup.
 */
export function Printed({ picture: { markup }, className }: PrintedProps) {
  return <div className={className} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: markup }} />;
}
