import type { MyData } from "~/areas/holdings/read-my-data";

export const dataFile = ({ nowMs, parts }: MyData, name: string): Response =>
  new Response(`${JSON.stringify(parts, null, 2)}\n`, {
    headers: {
      "Content-Type": "application/json",
      "Content-Disposition": `attachment; filename="dunnage-${name}-${new Date(nowMs).toISOString().slice(0, 10)}.json"`,
      "Cache-Control": "private, no-store",
    },
  });
