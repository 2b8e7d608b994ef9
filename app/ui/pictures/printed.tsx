/**
 * A picture that the server has drawn (`printPicture`), on a page that hydrates: the browser gets markup and no code that draws.
 */
export function Printed({ markup }: { markup: string }) {
  return <div dangerouslySetInnerHTML={{ __html: markup }} />;
}
