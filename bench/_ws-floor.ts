/** The floor of bench/live.ts, in a process of its own: a POST is answered, then its frame goes to every socket of its path. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { WebSocketServer, type WebSocket } from "ws";

const groups = new Map<string, Set<WebSocket>>();
const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false });

const server = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on("data", (part: Buffer) => parts.push(part));
  request.on("end", () => {
    response.end("{}");
    const frame = Buffer.concat(parts).toString();
    for (const socket of groups.get(request.url!) ?? []) socket.send(frame);
  });
});
server.on("upgrade", (request, socket, head) => {
  sockets.handleUpgrade(request, socket, head, (opened) => {
    const group = groups.get(request.url!) ?? new Set();
    groups.set(request.url!, group.add(opened));
  });
});
server.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port));
process.on("disconnect", () => process.exit());
