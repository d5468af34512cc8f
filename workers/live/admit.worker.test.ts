/** The door where Helios is deployed: the origin is the one that was set, whatever address the request came by. */
import { beforeAll, describe, expect, it } from "vitest";
import { eq } from "drizzle-orm";
import { serviceAccounts } from "#app/db/schema/index.ts";
import { CALL_WINDOW_MS, windowOf } from "#app/domain/access/service-account.ts";
import { MAX_SERVICE_CALLS_PER_MINUTE } from "#app/domain/limits.ts";
import { admit } from "./admit.ts";
import {
  addDisplay,
  addFacility,
  addPerson,
  addServiceAccount,
  db,
  live,
} from "./testing/test-plant.ts";

const deployed = {
  ...live,
  HELIOS_MODE: "production" as const,
  PUBLIC_ORIGIN: "https://helios.example",
};
let token: string;
let place: Awaited<ReturnType<typeof addFacility>>;

beforeAll(async () => {
  place = await addFacility();
  ({ token } = await addPerson("admin", place));
});

const knock = async (
  url: string,
  origin: string,
  cookie = `__Host-sessionId=${token}`,
  query = "",
) => {
  const headers = { upgrade: "websocket", cookie, origin };
  const admission = await admit(
    new Request(`${url}/socket/websocket?vsn=2.0.0${query}`, { headers }),
    deployed,
  );
  return "refusal" in admission ? admission.refusal.status : "in";
};

describe("the deployed door", () => {
  it("opens for a page of the origin that was set", async () => {
    expect(await knock("https://helios.example", "https://helios.example")).toBe("in");
  });

  it("takes no cookie over TLS that another host could have planted", async () => {
    const door = "https://helios.example";
    expect(await knock(door, door, `sessionId=${token}`)).toBe(403);
    const display = (await addDisplay(place.customerId, [place.facilityId])).token;
    expect(await knock(door, door, `__Host-display=${display}`, "&as=display")).toBe("in");
    expect(await knock(door, door, `display=${display}`, "&as=display")).toBe(403);
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

describe("the door for a service account", () => {
  it("counts a socket as a call, and opens while one is left in the minute", async () => {
    const account = await addServiceAccount(place.customerId, ["read:series"]);
    const callWindow = windowOf(Date.now()) + 1;
    // The beginning of that minute, so that it does not end meanwhile.
    const clock = { CLOCK_OFFSET_MS: String(callWindow * CALL_WINDOW_MS - Date.now()) };
    await db
      .update(serviceAccounts)
      .set({ callWindow, calls: MAX_SERVICE_CALLS_PER_MINUTE - 1 })
      .where(eq(serviceAccounts.id, account.id));
    const headers = { upgrade: "websocket" };
    const door = async () => {
      const url = `http://helios.test/socket/websocket?vsn=2.0.0&token=${account.token}`;
      const admission = await admit(new Request(url, { headers }), { ...live, ...clock });
      if (!("refusal" in admission)) return "in";
      const { refusal } = admission;
      return [refusal.status, refusal.headers?.["retry-after"]];
    };
    expect([await door(), await door()]).toEqual(["in", [429, expect.stringMatching(/^\d+$/)]]);
  });
});
