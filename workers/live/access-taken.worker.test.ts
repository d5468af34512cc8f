/**
 * Access that is taken away by the product's own acts is gone from open sockets: by what each act tells the hub, at the
 * latest by the hub's own look. A channel of what is lost closes, or the socket does; nobody else's does.
 */
import { beforeAll, beforeEach, expect, it } from "vitest";
import type { Actor } from "#app/domain/access/types.ts";
import { EVENT } from "#app/domain/live/phoenix.ts";
import { hubName, telemetryTopic } from "#app/domain/live/ports.ts";
import { deletePerson } from "#app/features/people/delete-person.server.ts";
import { deactivateUser, forcePasswordReset } from "#app/features/people/manage-access.server.ts";
import type { PeopleDeps } from "#app/features/people/person-fields.server.ts";
import { signOut } from "#app/features/people/sign-out.server.ts";
import { updatePerson } from "#app/features/people/update-person.server.ts";
import { addFacility, addMachine, addPerson, db, live, TestSocket } from "./testing/test-plant.ts";

let place: { customerId: number; facilityId: number };
let topic: string;
let other: string;
let boss: Actor;
let person: Awaited<ReturnType<typeof addPerson>>;

const superuserIs = ({ userId, sessionId }: { userId: number; sessionId: number }): Actor => ({
  ...{ userId, sessionId, role: "superuser", customerId: null, make: null, facilityIds: [] },
});
/** As app/platform/context.server.ts makes them, with the hub told before the act answers. */
const deps = (): PeopleDeps & { told: Promise<unknown>[] } => {
  const told: Promise<unknown>[] = [];
  return {
    ...{ db, now: Date.now(), actor: boss, told, jobs: { send: () => Promise.resolve() } },
    publicOrigin: "https://helios.test",
    endSockets: async (owner, ids) => {
      const hub = live.SOCKET_HUB.getByName(hubName(owner));
      await Promise.all(ids.map((id) => hub.endSession(id)));
    },
    accessChanged: (owner) => {
      told.push(live.SOCKET_HUB.getByName(hubName(owner)).recheckAccess());
    },
  };
};

beforeAll(async () => {
  place = await addFacility();
  const second = await addFacility(place.customerId);
  topic = telemetryTopic(await addMachine(place.facilityId), "speed");
  other = telemetryTopic(await addMachine(second.facilityId), "speed");
  boss = superuserIs(await addPerson("superuser", null));
});

beforeEach(async () => {
  person = await addPerson("user", place);
});

it.each<[string, (id: number) => Promise<unknown>]>([
  ["by being deactivated", (id) => deactivateUser(deps(), id)],
  ["by being deleted", (id) => deletePerson(deps(), id)],
  ["by a password that must be set anew", (id) => forcePasswordReset(deps(), id)],
  [
    "by signing out elsewhere",
    (id) =>
      signOut({
        ...deps(),
        actor: { ...boss, userId: id, sessionId: person.sessionId, customerId: place.customerId },
      }),
  ],
])(
  "closes the socket of somebody who loses the sign-in %s, and nobody else's",
  async (_how, act) => {
    const colleague = await addPerson("user", place);
    const [socket, stays] = [
      await TestSocket.open(person.token),
      await TestSocket.open(colleague.token),
    ];
    await socket.join(topic);
    await stays.join(topic);
    await act(person.userId);
    expect(await socket.end()).toEqual({ code: 4401, reason: "session ended" });
    expect(stays.closed).toBeNull();
  },
);

it("closes the channels that a role opened, and leaves those that the new role has", async () => {
  const admin = await addPerson("admin", place);
  const socket = await TestSocket.open(admin.token);
  await socket.join(topic);
  await socket.join(other);
  const { told, ...given } = deps();
  await updatePerson(given, admin.userId, { role: "user", facility_ids: [place.facilityId] });
  await Promise.all(told);
  expect((await socket.next((frame) => frame.event === EVENT.close)).topic).toBe(other);
  expect((await socket.join(other)).reply.response).toEqual({ reason: "unauthorized" });
  expect(socket.closed).toBeNull();
});

it("closes the channels of a facility that is taken away", async () => {
  const socket = await TestSocket.open(person.token);
  await socket.join(topic);
  const { told, ...given } = deps();
  await updatePerson(given, person.userId, { facility_ids: [] });
  await Promise.all(told);
  expect((await socket.next((frame) => frame.event === EVENT.close)).topic).toBe(topic);
  expect((await socket.join(topic)).reply.response).toEqual({ reason: "unauthorized" });
});
