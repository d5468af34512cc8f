/** Paired wall displays at the socket: what they may hear, how they come in, and that a revoked one is out. */
import { runDurableObjectAlarm } from "cloudflare:test";
import { and, eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { displayFacilities, displays } from "#app/db/schema/index.ts";
import { sessionIdOfDisplay } from "#app/domain/access/display.ts";
import { EVENT } from "#app/domain/live/phoenix.ts";
import { hubName, telemetryTopic } from "#app/domain/live/ports.ts";
import {
  addDisplay,
  addFacility,
  addMachine,
  addPerson,
  at,
  channel,
  db,
  knock,
  live,
  TestSocket,
} from "./testing/test-plant.ts";

type Place = Awaited<ReturnType<typeof addFacility>>;
let place: Place;
let machine: number;

const ORIGIN = { origin: "http://helios.test" };
const hubOf = (customerId: number) => live.SOCKET_HUB.getByName(hubName({ customerId, userId: 0 }));
const speedOf = (deviceId: number) => telemetryTopic(deviceId, "speed");

beforeAll(async () => {
  place = await addFacility();
  machine = await addMachine(place.facilityId);
});

const statusesOf = async (socket: TestSocket, machines: number[]) => {
  const statuses: string[] = [];
  for (const id of machines) statuses.push((await socket.join(speedOf(id))).reply.status);
  return statuses;
};

describe("a wall display", () => {
  it("hears the machines of its facilities: no others of its customer, of somebody else, or of nobody", async () => {
    const hall = await addFacility(place.customerId);
    const display = await addDisplay(place.customerId, [place.facilityId]);
    const others = [
      await addMachine(hall.facilityId),
      await addMachine((await addFacility()).facilityId),
      await addMachine(null),
      999_999,
    ];
    const socket = await TestSocket.open(display.token);
    expect(await statusesOf(socket, [machine, ...others])).toEqual([
      "ok",
      "error",
      "error",
      "error",
      "error",
    ]);
    await channel(machine, "speed").publish([at(1, 7)]);
    expect((await socket.nextEvents(1))[0]!.data.value).toBe(7);
  });

  it("of one make hears that make only", async () => {
    const display = await addDisplay(place.customerId, [place.facilityId], "Ward");
    const ward = await addMachine(place.facilityId, "Ward");
    expect(await statusesOf(await TestSocket.open(display.token), [machine, ward])).toEqual([
      "error",
      "ok",
    ]);
  });

  it("comes in by its cookie when its page says that it is one, from our own origin", async () => {
    const { token } = await addDisplay(place.customerId, [place.facilityId]);
    const person = await addPerson("admin", place);
    const cookies = { display: `display=${token}`, session: `sessionId=${person.token}` };
    const status = async (query: string, headers: Record<string, string>) =>
      (await knock(`?vsn=2.0.0${query}`, headers)).status;
    expect(await status("&as=display", { cookie: cookies.display, ...ORIGIN })).toBe(101);
    expect(
      await status("&as=display", {
        cookie: cookies.display,
        origin: "http://helios.test.evil.test",
      }),
    ).toBe(403);
    expect(await status("&as=display", { cookie: cookies.display })).toBe(403);
    expect(await status(`&token=${token}`, { origin: "http://evil.test" })).toBe(403);
    // Neither cookie stands in for the other.
    expect(await status("&as=display", { cookie: cookies.session, ...ORIGIN })).toBe(403);
    expect(await status("", { cookie: cookies.display, ...ORIGIN })).toBe(403);
  });

  it("is out at once when the hub is told that it was revoked, and does not come in again", async () => {
    const [display, other] = [
      await addDisplay(place.customerId, [place.facilityId]),
      await addDisplay(place.customerId, [place.facilityId]),
    ];
    const [socket, kept] = [
      await TestSocket.open(display.token),
      await TestSocket.open(other.token),
    ];
    await db.delete(displays).where(eq(displays.id, display.id));
    await hubOf(place.customerId).endSession(sessionIdOfDisplay(display.id));
    expect(await socket.end()).toEqual({ code: 4401, reason: "session ended" });
    expect(kept.closed).toBeNull();
    expect((await knock(`?vsn=2.0.0&token=${display.token}`)).status).toBe(403);
  });

  it("is out when nobody told the hub, though nothing is sent to it", async () => {
    const display = await addDisplay(place.customerId, [place.facilityId]);
    const socket = await TestSocket.open(display.token);
    await socket.join(speedOf(machine));
    await db.delete(displays).where(eq(displays.id, display.id));
    expect((await socket.end()).code).toBe(4401);
  });

  it("loses the channels of a facility that is taken from it, and keeps the others", async () => {
    const hall = await addFacility(place.customerId);
    const lost = await addMachine(hall.facilityId);
    const display = await addDisplay(place.customerId, [place.facilityId, hall.facilityId]);
    const socket = await TestSocket.open(display.token);
    expect(await statusesOf(socket, [machine, lost])).toEqual(["ok", "ok"]);
    const ofHall = and(
      eq(displayFacilities.displayId, display.id),
      eq(displayFacilities.facilityId, hall.facilityId),
    );
    await db.delete(displayFacilities).where(ofHall);
    await hubOf(place.customerId).recheckAccess();
    expect((await socket.next((frame) => frame.event === EVENT.close)).topic).toBe(speedOf(lost));
    expect(await statusesOf(socket, [lost])).toEqual(["error"]);
    await channel(machine, "speed").publish([at(2, 8)]);
    await socket.nextEvents(1);
  });

  it("stays when the hub looks again and nothing has changed", async () => {
    const display = await addDisplay(place.customerId, [place.facilityId]);
    const socket = await TestSocket.open(display.token);
    await socket.join(speedOf(machine));
    await runDurableObjectAlarm(hubOf(place.customerId));
    await channel(machine, "speed").publish([at(3, 9)]);
    await socket.nextEvents(1);
    expect(socket.closed).toBeNull();
  });
});
