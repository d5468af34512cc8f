import { expect, it } from "vitest";
import { draw, readText } from "#tests/draw.tsx";
import { FacilityButton } from "./facility-button.tsx";

it("counts the facilities that are shown, and says in words that there is none", async () => {
  const place = { city: "Toledo", state: "OH", timezone: "America/New_York" };
  const facility = { id: 1, name: "North", ...place, active: true };
  const some = [facility, { ...facility, id: 2, active: false }];
  expect(readText(await draw(<FacilityButton unplaced={0} facilities={some} />))).toBe(
    "1 of 2 facilities shown",
  );
  expect(readText(await draw(<FacilityButton unplaced={0} facilities={[facility]} />))).toBe(
    "1 of 1 facility shown",
  );
  expect(readText(await draw(<FacilityButton unplaced={0} facilities={[]} />))).toBe(
    "No facility yet",
  );
  expect(readText(await draw(<FacilityButton unplaced={0} facilities={[]} />, "es"))).toBe(
    "Aún sin instalaciones",
  );
});

it("says of machines without a facility that they are shown too, and only where they are", async () => {
  const facility = { id: 1, name: "North", city: "Toledo", state: "OH", timezone: "UTC" };
  const wordsOf = async (active: boolean, unplaced: number, language: "en" | "es" = "en") =>
    readText(
      await draw(
        <FacilityButton
          facilities={[
            { ...facility, active },
            { ...facility, id: 2, active: true },
          ]}
          unplaced={unplaced}
        />,
        language,
      ),
    );
  expect(await wordsOf(true, 1)).toBe("2 of 2 facilities shown, and 1 machine without one");
  expect(await wordsOf(true, 3)).toBe("2 of 2 facilities shown, and 3 machines without one");
  expect(await wordsOf(true, 3, "es")).toBe("Instalaciones: 2 de 2, y 3 máquinas sin instalación");
  // Those are hidden with the first facility that is.
  expect(await wordsOf(false, 1)).toBe("1 of 2 facilities shown");
});
