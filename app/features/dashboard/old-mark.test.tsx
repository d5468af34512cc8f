import { expect, it } from "vitest";
import { draw, readText } from "#tests/draw.tsx";
import { OldNote } from "./old-mark.tsx";

const noteOf = async (isCut: boolean, ageMs: number | null, locale: "en" | "es" = "en") =>
  readText(await draw(<OldNote isNow={false} {...{ isCut, ageMs }} />, locale)).replaceAll(
    "\u00a0",
    " ",
  );

it("says of what is cut off how old it is, where that is known", async () => {
  expect(await noteOf(true, 130_000)).toBe("Offline, 2 min old");
  expect(await noteOf(true, 130_000, "es")).toBe("Sin conexión, hace 2 min");
  expect(await noteOf(true, null)).toBe("Offline");
});

it("says of what is stale how old it is, and nothing of what goes on", async () => {
  expect(await noteOf(false, 130_000)).toBe("Stale, 2 min old");
  expect(await noteOf(false, null)).toBe("");
  expect(await draw(<OldNote isNow isCut={false} ageMs={0} />)).not.toContain("data-old");
});
