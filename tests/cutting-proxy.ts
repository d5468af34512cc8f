/** A way to Helios that can break answers off in their middle, as a lost network does. */
import { createServer, request, type IncomingMessage, type ServerResponse } from "node:http";
import { connect, type AddressInfo, type Socket } from "node:net";

export type CuttingProxy = {
  origin: string;
  /** From now on answers to these paths break off after their first bytes; null: none does. */
  cut: (paths: RegExp | null) => void;
  /** How many broke off. */
  cuts: () => number;
  close: () => void;
};

/** Enough that the browser has the answer's head, too little to read anything from it. */
const FIRST_BYTES = 20;

export async function cuttingProxy(port: number): Promise<CuttingProxy> {
  let paths: RegExp | null = null;
  let cuts = 0;
  const sockets = new Set<Socket>();
  const forward = (asked: IncomingMessage, answer: ServerResponse) => {
    const { url = "/", method, headers } = asked;
    // Not packed: of what is packed the first bytes say nothing at all.
    const plain = { ...headers, "accept-encoding": "identity" };
    const sent = request({ host: "127.0.0.1", port, path: url, method, headers: plain });
    sent.on("error", () => answer.destroy());
    sent.on("response", (given) => {
      answer.writeHead(given.statusCode ?? 502, given.headers);
      if (paths?.test(url) !== true) return void given.pipe(answer);
      given.once("data", (first: Buffer) =>
        answer.write(first.subarray(0, FIRST_BYTES), () => {
          cuts += 1;
          answer.destroy();
          given.destroy();
        }),
      );
    });
    asked.pipe(sent);
  };
  const server = createServer(forward);
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket)).on("error", () => undefined);
  });
  // The live channel.
  server.on("upgrade", ({ method, url, rawHeaders }, socket: Socket, head) => {
    const lines = rawHeaders.map((text, i) => (i % 2 === 0 ? `${text}: ` : `${text}\r\n`)).join("");
    const helios = connect(port, "127.0.0.1", () => {
      helios.write(`${method} ${url} HTTP/1.1\r\n${lines}\r\n`);
      helios.write(head);
      helios.pipe(socket).pipe(helios);
    });
    helios.on("error", () => socket.destroy()).on("close", () => socket.destroy());
    socket.on("close", () => helios.destroy());
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut: (next) => (paths = next),
    cuts: () => cuts,
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
