type PrintedProps = { markup: string; className?: string };

/**
 * A picture that the server has printed (`printPicture`), on a page that hydrates: the browser gets markup, and no code that draws.
 * In the data of a page it is called `markup`, and comes with the document only once (server/printed-once.ts).
 */
export function Printed({ markup, className }: PrintedProps) {
  return <div className={className} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: markup }} />;
}
