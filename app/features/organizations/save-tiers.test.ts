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
  expect(await saving).toEqual({ outcome: "saved", isAnswered: true });
  expect(sent).toEqual([
    ["devices/SUN%201%2F2", { service_tier: { id: 3 } }],
    ["devices/LMC-7", { service_tier: null }],
    ["devices/W-1", { service_tier: { id: 1 } }],
  ]);
});

it("tells apart that all, some or none of it could be sent", async () => {
  const told = async (...statuses: number[]) =>
    Object.values(
      await saveTiers(CHANGES.slice(0, statuses.length), () => Promise.resolve(statuses.shift()!)),
    );
  expect(await told(200, 200)).toEqual(["saved", true]);
  expect(await told(200, 300)).toEqual(["some_failed", true]);
  expect(await told(403)).toEqual(["some_failed", true]);
  expect(await told(200, 0, 500)).toEqual(["not_reached", true]);
  expect(await told(0, 0)).toEqual(["not_reached", false]);
  expect(await told(200, 401)).toEqual(["signed_out", false]);
});
