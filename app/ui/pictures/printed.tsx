type PrintedProps = { markup: string; className?: string };

/** A picture that the server has printed (`printPicture`), on a page that hydrates: the browser gets markup, and no code that draws. */
export function Printed({ markup, className }: PrintedProps) {
  return <div className={className} dangerouslySetInnerHTML={{ __html: markup }} />;
}
