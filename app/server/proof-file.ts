/** A proof to be kept beside a certificate. It grows older with each checkpoint, and stays right. */
export const proofFile = (text: string, name: string): Response =>
  new Response(text, {
    headers: {
      "Content-Type": "text/plain; charset=utf-8",
      "Content-Disposition": `attachment; filename="${name}.tlog-proof"`,
      "Cache-Control": "no-store",
    },
  });
