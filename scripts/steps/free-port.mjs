import { createServer } from "node:net";

function canListen(port, host) {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", (error) => {
      if (error.code === "EADDRINUSE" || error.code === "EACCES") resolve(0);
      else if (error.code === "EADDRNOTAVAIL" || error.code === "EAFNOSUPPORT") resolve(port || 1);
      else reject(error);
    });
    server.listen({ port, host, exclusive: true }, () => {
      const taken = server.address().port;
      server.close(() => resolve(taken));
    });
  });
}

/** Checks both loopback addresses: Chromium tries ::1 for `localhost` too. */
export async function isPortFree(port) {
  return (await canListen(port, "127.0.0.1")) !== 0 && (await canListen(port, "::1")) !== 0;
}

export async function findFreePort() {
  for (let tries = 0; tries < 20; tries += 1) {
    const port = await canListen(0, "127.0.0.1");
    if (port > 1 && (await isPortFree(port))) return port;
  }
  throw new Error("No free port on the loopback address");
}
