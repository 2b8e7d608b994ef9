// Loaded into the Node process of `wrangler dev` (NODE_OPTIONS). Its runtime writes a line of log through a kept connection to a server in
// that process after every batch of the queue. Node closes idle connections after five seconds, just as the runtime may be using one again;
// the line fails, and the queue of `wrangler dev`, which waits for it with no way out, delivers nothing until a restart. So the
// runtime, which has the same five seconds, is the one that closes.
import http from "node:http";

const create = http.createServer;
http.createServer = (...given) => Object.assign(create(...given), { keepAliveTimeout: 0 });
