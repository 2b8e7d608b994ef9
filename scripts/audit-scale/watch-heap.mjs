const EVERY_MS = 20;

/**
 * The largest heap of the Worker's isolate since it was last asked for, what waits to be collected included, as its inspector
 * tells. Node 20 has WebSocket behind --experimental-websocket.
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
  const ask = () => socket.send(JSON.stringify({ id: ++asked, method: "Runtime.getHeapUsage" }));
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
