/** A PDF called NAME.pdf, to be looked at or kept. It is about one person, so no cache on the way keeps it. */
export function pdfFile(bytes: Uint8Array, name: string): Response {
  return new Response(bytes as Uint8Array<ArrayBuffer>, {
    headers: {
      "Content-Type": "application/pdf",
      "Content-Disposition": `inline; filename="${name}.pdf"`,
      "Cache-Control": "private, no-store",
    },
  });
}
