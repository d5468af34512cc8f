import { expect, it } from "vitest";
import { problemOf, zodProblems } from "#app/domain/problems.ts";
import { newMachine } from "./new-machine.ts";

it.each(["A/B", "-A", "Ñ1", "A".repeat(65), ""])(
  "says what a serial number may have, in the words of pages and calls: %s",
  (serial) => {
    const machine = { serial_number: serial, make: "Sun", model: "625" };
    const { error } = newMachine.safeParse(machine, { error: zodProblems });
    expect(error?.issues.map(({ message }) => problemOf(message))).toEqual([
      { code: "serial_number" },
    ]);
  },
);
