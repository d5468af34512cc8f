/** A machine's turn of a report, over a connection that ends. */
import { once } from "node:events";
import { connect } from "node:net";
import { expect, test } from "vitest";
import { signIn } from "#tests/api.ts";
import { sharedHelios } from "#tests/shared-helios.ts";

const GIVE_UP_MS = 60_000;
/** The demo's machine with one report in fifteen minutes. */
const LIMITED = 4;

test("a short file leaves the turn to others when who asked has hung up before it came", async () => {
  const { origin, port } = sharedHelios();
  const token = await signIn(origin, "admin@acme.example");
  const path = `/v1/reports/maintenance/${LIMITED}`;
  const headers = { authorization: `Bearer ${token}` };

  const socket = connect(port, "localhost");
  await once(socket, "connect");
  await new Promise((sent) =>
    socket.write(
      `GET ${path} HTTP/1.1\r\nHost: localhost:${port}\r\nAuthorization: ${headers.authorization}\r\n\r\n`,
      sent,
    ),
  );
  socket.destroy();

  const ask = async () => {
    const answer = await fetch(origin + path, { headers });
    await answer.text();
    return answer.status;
  };
  await expect.poll(ask, { timeout: GIVE_UP_MS }).toBe(200);
  expect(await ask()).toBe(429);
});
