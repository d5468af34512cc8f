/** The door where Helios is deployed: the origin is the one that was set, whatever address the request came by. */
import { beforeAll, describe, expect, it } from "vitest";
import { admit } from "./admit.ts";
import { addFacility, addPerson, live } from "./test-plant.ts";

const deployed = { ...live, HELIOS_MODE: "production" as const, PUBLIC_ORIGIN: "https://helios.example" };
let token: string;

beforeAll(async () => {
  ({ token } = await addPerson("admin", await addFacility()));
});

const knock = async (url: string, origin: string) => {
  const headers = { upgrade: "websocket", cookie: `__Host-sessionId=${token}`, origin };
  const admission = await admit(new Request(`${url}/socket/websocket?vsn=2.0.0`, { headers }), deployed);
  return "refusal" in admission ? admission.refusal.status : "in";
};

describe("the deployed door", () => {
  it("opens for a page of the origin that was set", async () => {
    expect(await knock("https://helios.example", "https://helios.example")).toBe("in");
  });

  it.each([
    ["the address that the request came by", "https://other.example", "https://other.example"],
    ["the same host without TLS", "http://helios.example", "http://helios.example"],
    ["a host that begins like it", "https://helios.example", "https://helios.example.evil.test"],
    ["another port of it", "https://helios.example", "https://helios.example:8443"],
    ["a name below it", "https://helios.example", "https://www.helios.example"],
    ["a sandboxed page", "https://helios.example", "null"],
  ])("does not open for %s", async (_name, url, origin) => {
    expect(await knock(url, origin)).toBe(403);
  });
});
