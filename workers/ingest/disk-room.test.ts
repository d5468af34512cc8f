import { expect, it } from "vitest";
import { DiskRoom } from "./disk-room.ts";
import { Refusal } from "./refusal.ts";

function setUp() {
  const state = { now: 0, status: 204, asked: 0 };
  const env = {
    DISK_ROOM: {
      fetch: () => {
        state.asked += 1;
        if (state.status === 0) return Promise.reject(new Error("the runner is away"));
        return Promise.resolve(new Response(null, { status: state.status }));
      },
    },
  };
  const room = new DiskRoom(() => state.now);
  const works: Promise<void>[] = [];
  /** What is answered at once, before what the runner says is known. */
  const has = async (): Promise<boolean> => {
    const answer = room.has(env, (work) => void works.push(work));
    await Promise.all(works.splice(0));
    return answer;
  };
  return { state, env, room, has };
}

it("answers what the runner said a second ago, and asks once a second", async () => {
  const { state, has } = setUp();
  state.status = 507;
  expect([await has(), await has()]).toEqual([true, false]);
  expect(state.asked).toBe(1);
  Object.assign(state, { now: 1_000, status: 204 });
  expect([await has(), await has(), state.asked]).toEqual([false, true, 2]);
});

it("goes on as before when the runner does not answer, or the clock goes back", async () => {
  const { state, has } = setUp();
  Object.assign(state, { now: 5_000, status: 507 });
  await has();
  Object.assign(state, { now: 0, status: 0 });
  expect([await has(), await has()]).toEqual([false, false]);
  expect(state.asked).toBe(2);
});

it("refuses with when to come again, and never where there is no such disk", async () => {
  const { state, env, room, has } = setUp();
  state.status = 507;
  await has();
  const refused = () => room.require(env, () => {});
  expect(refused).toThrow(Refusal);
  expect(refused).toThrow("nearly full");
  expect(() => room.require({}, () => {})).not.toThrow();
});
