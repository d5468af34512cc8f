import { describe, expect, it } from "vitest";
import { HOUR_MS } from "#app/domain/durations.ts";
import { STATE_BYTES } from "#app/domain/detection/uts-state.ts";
import { DetectionStore } from "./detection-store.ts";
import { nodeStorage } from "./testing/node-storage.ts";

const HOUR = 1_000 * HOUR_MS;

/** As another version of Helios left them. */
function storeWith(bytesEach: number) {
  const storage = nodeStorage();
  const store = new DetectionStore(storage);
  storage.sql.exec(
    "INSERT INTO uts_states (hour, metrics, states) VALUES (?, ?, ?)",
    HOUR,
    JSON.stringify(["temp", "current"]),
    new Uint8Array(2 * bytesEach).fill(1, bytesEach).fill(2, 0, bytesEach),
  );
  return store;
}

describe("states that another version kept", () => {
  it.each([STATE_BYTES - 8, STATE_BYTES, STATE_BYTES + 16])("of %i bytes are read", (bytes) => {
    const states = storeWith(bytes).statesBefore(HOUR + HOUR_MS);
    expect(
      [...(states ?? [])].map(([metric, { length, 0: first }]) => [metric, length, first]),
    ).toEqual([
      ["temp", bytes, 2],
      ["current", bytes, 1],
    ]);
  });

  it("do not stop a metric from being forgotten", () => {
    const store = storeWith(STATE_BYTES - 8);
    store.forget(["temp"]);
    expect(store.statesBefore(HOUR + HOUR_MS)?.size).toBe(0);
  });
});
