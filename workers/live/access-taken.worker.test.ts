/**
 * Access that is taken away by the product's own acts is gone from open sockets: by what each act tells the hub, at the
 * latest by the hub's own look. A channel of what is lost closes, or the socket does; nobody else's does.
 */
import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, expect, it } from "vitest";
import { apiTokens, userFacilities } from "#app/db/schema/index.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { PACKS_QUERY } from "#app/domain/live/message-packs.ts";
import { EVENT, type Frame } from "#app/domain/live/phoenix.ts";
import { hubName, telemetryTopic } from "#app/domain/live/ports.ts";
import {
  retireFacility,
  retireMachine,
} from "#app/features/configuration/retire-machine.server.ts";
import {
  updateMachine,
  type ConfigureDeps,
} from "#app/features/configuration/update-machine.server.ts";
import { revokeDisplay, updateDisplay } from "#app/features/displays/displays.server.ts";
import { deleteCustomer } from "#app/features/organizations/customers.server.ts";
import { revokeApiToken } from "#app/features/people/api-tokens.server.ts";
import { deletePerson } from "#app/features/people/delete-person.server.ts";
import { deactivateUser, forcePasswordReset } from "#app/features/people/manage-access.server.ts";
import type { PeopleDeps } from "#app/features/people/person-fields.server.ts";
import { endServiceAccount } from "#app/features/people/service-accounts.server.ts";
import { signOut } from "#app/features/people/sign-out.server.ts";
import { updatePerson } from "#app/features/people/update-person.server.ts";
import {
  addApiToken,
  addCustomer,
  addDisplay,
  addFacility,
  addMachine,
  addPerson,
  addServiceAccount,
  db,
  live,
  TestSocket,
} from "./testing/test-plant.ts";

let place: { customerId: number; facilityId: number };
let topic: string;
let other: string;
let boss: Actor;
let person: Awaited<ReturnType<typeof addPerson>>;

const superuserIs = ({ userId, sessionId }: { userId: number; sessionId: number }): Actor => ({
  ...{ userId, sessionId, role: "superuser", customerId: null, make: null, facilityIds: [] },
});
/** As app/platform/context.server.ts makes them, with the hub told before the act answers. */
const deps = (): PeopleDeps & ConfigureDeps & { told: Promise<unknown>[] } => {
  const told: Promise<unknown>[] = [];
  return {
    ...{ db, now: Date.now(), actor: boss, told, jobs: { send: () => Promise.resolve() } },
    publicOrigin: "https://helios.test",
    recorder: () => ({ configure: () => Promise.resolve(true) }) as never,
    endSockets: async (owner, ids) => {
      const hub = live.SOCKET_HUB.getByName(hubName(owner));
      await Promise.all(ids.map((id) => hub.endSession(id)));
    },
    accessChanged: (owner) => {
      told.push(live.SOCKET_HUB.getByName(hubName(owner)).recheckAccess(owner.isSeen));
    },
    machineChanged: () => undefined,
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

it("tells an open page, and no other client, that what it shows was changed", async () => {
  const isTold = (frame: Frame) => frame.event === EVENT.outdated;
  const page = await TestSocket.open(person.token, PACKS_QUERY);
  const other = await TestSocket.open(person.token);
  const count = async () => {
    // What was told before a join comes before its answer.
    for (const socket of [page, other]) await socket.join("nowhere");
    return [page, other].map(({ frames }) => frames.filter(isTold).length);
  };
  const hub = live.SOCKET_HUB.getByName(hubName({ ...place, userId: 0 }));
  await hub.recheckAccess();
  expect(await count()).toEqual([0, 0]);
  await hub.recheckAccess(true);
  expect(await count()).toEqual([1, 0]);
  const { told, ...given } = deps();
  await updatePerson(given, person.userId, { facility_ids: [] });
  await Promise.all(told);
  expect(await count()).toEqual([2, 0]);
});

it("closes the socket of an API token that its owner ends, and not the owner's own", async () => {
  const socket = await TestSocket.open(await addApiToken(person.userId, ["read:series"]));
  const stays = await TestSocket.open(person.token);
  await socket.join(topic);
  await stays.join(topic);
  const token = await db.select().from(apiTokens).where(eq(apiTokens.userId, person.userId)).get();
  await revokeApiToken({ ...deps(), actor: { ...boss, ...owned() } }, token!.id);
  expect(await socket.end()).toEqual({ code: 4401, reason: "session ended" });
  expect(stays.closed).toBeNull();
});
const owned = () => ({
  ...{ userId: person.userId, sessionId: person.sessionId, customerId: place.customerId },
});

it.each<[string, (account: number, customer: number) => Promise<unknown>]>([
  ["that is ended", (account) => endServiceAccount(deps(), account)],
  [
    "whose customer is deleted",
    async (_account, customer) => {
      const { told, ...given } = deps();
      await deleteCustomer(given, customer);
      expect(told).toHaveLength(1);
      await Promise.all(told);
    },
  ],
])("closes the socket of a service account %s", async (_how, act) => {
  const customer = await addCustomer();
  const account = await addServiceAccount(customer, ["read:series"]);
  const socket = await TestSocket.open(account.token);
  await act(account.id, customer);
  expect((await socket.end()).code).toBe(4401);
});

it("closes the socket of a display that is ended, and the channels of a facility that it loses", async () => {
  const second = await addFacility(place.customerId);
  const hall = telemetryTopic(await addMachine(second.facilityId), "speed");
  const display = await addDisplay(place.customerId, [place.facilityId, second.facilityId]);
  const socket = await TestSocket.open(display.token);
  await socket.join(topic);
  await socket.join(hall);
  const { told, ...given } = deps();
  await updateDisplay(given, display.id, { facilityIds: [place.facilityId] });
  await Promise.all(told);
  expect((await socket.next((frame) => frame.event === EVENT.close)).topic).toBe(hall);
  expect(socket.closed).toBeNull();
  await revokeDisplay(deps(), display.id);
  expect(await socket.end()).toEqual({ code: 4401, reason: "session ended" });
});

type Gone = { machineId: number; facilityId: number; elsewhere: number };
it.each<[string, (given: ConfigureDeps, gone: Gone) => Promise<unknown>]>([
  [
    "goes to another facility",
    (given, { machineId, elsewhere }) => updateMachine(given, machineId, { facilityId: elsewhere }),
  ],
  ["is retired", (given, { machineId }) => retireMachine(given, String(machineId))],
  ["stands in a facility that is retired", (given, gone) => retireFacility(given, gone.facilityId)],
])("closes the channels of a machine that %s, and no other", async (_how, act) => {
  const { facilityId } = await addFacility(place.customerId);
  const { facilityId: elsewhere } = await addFacility(place.customerId);
  const machineId = await addMachine(facilityId);
  const going = telemetryTopic(machineId, "speed");
  const reader = await addPerson("user", { customerId: place.customerId, facilityId });
  await db.insert(userFacilities).values({ userId: reader.userId, facilityId: place.facilityId });
  const socket = await TestSocket.open(reader.token);
  expect((await socket.join(going)).reply.status).toBe("ok");
  expect((await socket.join(topic)).reply.status).toBe("ok");
  const { told, ...given } = deps();
  await act(given, { machineId, facilityId, elsewhere });
  expect(told).not.toHaveLength(0);
  await Promise.all(told);
  expect((await socket.next((frame) => frame.event === EVENT.close)).topic).toBe(going);
  expect((await socket.join(going)).reply.response).toEqual({ reason: "unauthorized" });
  expect(socket.frames.filter((frame) => frame.event === EVENT.close)).toHaveLength(1);
  expect(socket.closed).toBeNull();
});
