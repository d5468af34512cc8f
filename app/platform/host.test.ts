import { expect, it } from "vitest";
import { namesHost } from "./host.ts";

const named = (host: string): boolean => namesHost(`http://${host}/dev/outbox`, host);

it("a host is a name or an address, with a port or without", () => {
  for (const host of [
    "localhost",
    "LOCALHOST:4000",
    "localhost.",
    "localhost:",
    "helios.example",
    "line_3.plant-2.example:8080",
    "127.0.0.1:65535",
    "[::1]",
    "[::1]:4000",
    "[::ffff:127.0.0.1]",
  ])
    expect([host, named(host)]).toEqual([host, true]);
});

it("what else an address can be made of is none", () => {
  for (const host of [
    "",
    ":4000",
    "x@localhost",
    "x:y@localhost:4000",
    "@localhost",
    "localhost:4000@evil.example",
    "localhost:65536",
    "localhost:99999",
    "localhost:x",
    "localhost:-1",
    "localhost:4000:4000",
    "evil.example/localhost",
    "localhost/",
    "localhost?x",
    "localhost#evil.example",
    "localhost\\evil.example",
    "evil.example\\@localhost",
    "a,localhost",
    "localhost, evil.example",
    "local host",
    "loc%61lhost",
    "ⓛocalhost",
    "münchen.example",
    "[::1",
    "::1",
    "[::1]x",
    "[::g]",
    "[fe80::1%25eth0]",
    "[localhost]",
    "256.0.0.1",
    "a".repeat(256),
    `${"a.".repeat(50_000)}!`,
  ])
    expect([host.slice(0, 40), named(host)]).toEqual([host.slice(0, 40), false]);
});

it("an address with a name or password in it is refused without a Host header too", () => {
  expect(namesHost("http://localhost/", null)).toBe(true);
  expect(namesHost("http://x@localhost/", null)).toBe(false);
  expect(namesHost("http://:y@localhost/", null)).toBe(false);
  expect(namesHost("http://localhost:99999/", null)).toBe(false);
});
