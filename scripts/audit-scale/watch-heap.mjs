const EVERY_MS = 100;

/**
 * The largest heap of the Worker's isolate since it was last asked for, between two of its awaits, as its inspector tells. Unreachable
 * memory is collected first: Cloudflare's runtime does so before it calls a heap too large, a local one has no need to. Node 20 has
 * WebSocket behind --experimental-websocket.
 */
export async function watchHeap(url) {
  const list = new URL("/json", url);
  list.protocol = "http:";
  const [worker] = await (await fetch(list)).json();
  const socket = new globalThis.WebSocket(worker.webSocketDebuggerUrl);
  await new Promise((resolve, reject) => {
    socket.addEventListener("open", resolve);
    socket.addEventListener("error", reject);
  });
  let [peakBytes, asked] = [0, 0];
  socket.addEventListener("message", ({ data }) => {
    const { usedSize = 0 } = JSON.parse(data).result ?? {};
    peakBytes = Math.max(peakBytes, usedSize);
  });
  const send = (method) => socket.send(JSON.stringify({ id: ++asked, method }));
  const ask = () => {
    send("HeapProfiler.collectGarbage");
    send("Runtime.getHeapUsage");
  };
  const timer = setInterval(ask, EVERY_MS);
  return {
    takePeakMb() {
      const peakMb = Math.round(peakBytes / 1e6);
      peakBytes = 0;
      return peakMb;
    },
    end() {
      clearInterval(timer);
      socket.close();
    },
  };
}
