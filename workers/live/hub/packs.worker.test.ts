/** Several events in one message, for a client that asks for it: each once, in order, and in fewer messages. */
import { evictDurableObject } from "cloudflare:test";
import { expect, it } from "vitest";
import { PACKS_QUERY } from "#app/domain/live/message-packs.ts";
import { hubName, telemetryTopic } from "#app/domain/live/ports.ts";
import {
  addFacility,
  addMachine,
  addPerson,
  at,
  channel,
  live,
  TestSocket,
} from "#workers/live/testing/test-plant.ts";

const METRICS = Array.from({ length: 30 }, (_, index) => `pack_${index}`);
const ROUNDS = 3;

it("brings what comes close together, also after the hub slept", async () => {
  const place = await addFacility();
  const machine = await addMachine(place.facilityId);
  const { token } = await addPerson("admin", place);
  const sockets = [await TestSocket.open(token, PACKS_QUERY), await TestSocket.open(token)];
  for (const socket of sockets)
    for (const metric of METRICS) await socket.join(telemetryTopic(machine, metric));
  const [packed, plain] = sockets.map((socket) => ({ socket, before: socket.messages }));

  for (let round = 1; round <= ROUNDS; round++) {
    if (round === ROUNDS)
      await evictDurableObject(
        live.SOCKET_HUB.getByName(hubName({ customerId: place.customerId, userId: 0 })),
      );
    await Promise.all(
      METRICS.map((metric) => channel(machine, metric).publish([at(round, round)])),
    );
    for (const socket of sockets) await socket.nextEvents(round * METRICS.length);
  }

  for (const socket of sockets) {
    for (const metric of METRICS) {
      const events = socket.frames.filter(
        ({ event, topic }) => event === "telemetry" && topic === telemetryTopic(machine, metric),
      );
      expect(
        events.map(({ payload }) => (payload as { data: { value: number } }).data.value),
      ).toEqual([1, 2, 3]);
    }
  }
  const total = ROUNDS * METRICS.length;
  expect(plain!.socket.messages - plain!.before).toBe(total);
  expect(packed!.socket.messages - packed!.before).toBeLessThan(total / 2);
});
