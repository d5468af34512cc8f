import { expect, it } from "vitest";
import { isLoopbackHost, isLoopbackRequest } from "./loopback.ts";

it("a host is this machine's own by its exact name or address only", () => {
  for (const own of ["localhost", "LOCALHOST", "127.0.0.1", "127.9.8.7", "::1", "[::1]"])
    expect([own, isLoopbackHost(own)]).toEqual([own, true]);
  for (const other of [
    "",
    "0.0.0.0",
    "10.0.0.1",
    "::",
    "localhost.evil.example",
    "evil.localhost",
    "127.0.0.1.evil.example",
    "1270.0.0.1",
  ])
    expect([other, isLoopbackHost(other)]).toEqual([other, false]);
});

it("a request is for this machine by a Host that names it, and nothing besides", () => {
  const isOwn = (host: string): boolean =>
    isLoopbackRequest({ url: `http://${host}/dev/outbox`, headers: new Headers({ host }) });
  for (const own of ["localhost", "localhost:4000", "127.0.0.1:4000", "[::1]:4000"])
    expect([own, isOwn(own)]).toEqual([own, true]);
  for (const other of [
    "helios.example",
    "localhost.",
    "x@localhost",
    "x:y@localhost:4000",
    "evil.example\\@localhost",
    "localhost/evil.example",
    "localhost#evil.example",
    "localhost:99999",
    "[::ffff:127.0.0.1]",
  ])
    expect([other, isOwn(other)]).toEqual([other, false]);
});
