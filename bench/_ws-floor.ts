/**
 * The floor of bench/live.ts, in a process of its own: a POST is answered, then its frame goes to every socket of its path.
 * At `/flood` each message is answered, and a socket is closed after as many as Helios answers before it closes one.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { WebSocketServer, type WebSocket } from "ws";

const groups = new Map<string, Set<WebSocket>>();
/** The burst of domain/live/limits.ts and the answers after it. */
const FLOOD_ANSWERS = 2_700;
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
    if (request.url === "/flood") return drain(opened);
    const group = groups.get(request.url!) ?? new Set();
    groups.set(request.url!, group.add(opened));
  });
});
server.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port));
process.on("disconnect", () => process.exit());

function drain(socket: WebSocket): void {
  let answered = 0;
  socket.on("message", () => {
    if (answered < FLOOD_ANSWERS) socket.send('[null,"1","phoenix","phx_reply",{"status":"ok"}]');
    if (++answered === FLOOD_ANSWERS) socket.close(1008);
  });
}
