import { expect, it } from "vitest";
import { draw, readText } from "#tests/draw.tsx";
import { FacilityButton } from "./facility-button.tsx";

it("counts the facilities that are shown, and says in words that there is none", async () => {
  const place = { city: "Toledo", state: "OH", timezone: "America/New_York" };
  const facility = { id: 1, name: "North", ...place, active: true };
  const some = [facility, { ...facility, id: 2, active: false }];
  expect(readText(await draw(<FacilityButton facilities={some} />))).toBe(
    "1 of 2 facilities shown",
  );
  expect(readText(await draw(<FacilityButton facilities={[facility]} />))).toBe(
    "1 of 1 facility shown",
  );
  expect(readText(await draw(<FacilityButton facilities={[]} />))).toBe("No facility yet");
  expect(readText(await draw(<FacilityButton facilities={[]} />, "es"))).toBe(
    "Aún sin instalaciones",
  );
});
