import { expect, it } from "vitest";
import { asPage, draw, readText } from "#tests/draw.tsx";
import MachineMaintenance from "./machine-maintenance.tsx";

const show = async (failed: boolean) => {
  const block = <MachineMaintenance rows={null} failed={failed} basePath="/machines/1" nowMs={0} />;
  return readText(await draw(await asPage(block)), "|");
};

it("offers to read again what could not be read, and not what the tier lacks", async () => {
  expect(await show(true)).toContain("Try again");
  const locked = await show(false);
  expect(locked).not.toContain("Try again");
  expect(locked).toContain("@");
});
