import { expect, it } from "vitest";
import { isLoopbackHost } from "./loopback.ts";

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
