import { expect, it } from "vitest";
import { saveTiers } from "./save-tiers.ts";

const CHANGES = [
  { serialNumber: "SUN 1/2", tierId: 3 },
  { serialNumber: "LMC-7", tierId: null },
  { serialNumber: "W-1", tierId: 1 },
];

it("sends one call for each changed machine, all before the first is answered", async () => {
  const sent: [string, object][] = [];
  let answerAll = () => {};
  const answered = new Promise<void>((done) => (answerAll = done));
  const saving = saveTiers(CHANGES, async (path, body) => {
    sent.push([path, body]);
    if (sent.length === CHANGES.length) answerAll();
    await answered;
    return 200;
  });
  expect(await saving).toBe("saved");
  expect(sent).toEqual([
    ["devices/SUN%201%2F2", { service_tier: { id: 3 } }],
    ["devices/LMC-7", { service_tier: null }],
    ["devices/W-1", { service_tier: { id: 1 } }],
  ]);
});

it("tells apart that all, some or none of it could be sent", async () => {
  const outcome = (...statuses: number[]) =>
    saveTiers(CHANGES.slice(0, statuses.length), () => Promise.resolve(statuses.shift()!));
  expect(await outcome(200, 200)).toBe("saved");
  expect(await outcome(200, 300)).toBe("some_failed");
  expect(await outcome(403)).toBe("some_failed");
  expect(await outcome(200, 0, 500)).toBe("not_reached");
});
