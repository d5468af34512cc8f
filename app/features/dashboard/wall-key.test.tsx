import { expect, it } from "vitest";
import { draw, readText } from "#tests/draw.tsx";
import { WallKey } from "./wall-key.tsx";

it("says of which hours a wall's strips are, and names each colour with its height, in both languages", async () => {
  const html = await draw(<WallKey isOld={false} />);
  expect(readText(html, " ").replaceAll(/\s+/g, " ").trim()).toBe(
    "last 8 h Feeding Running empty Ready or in set-up Not ready Off Unknown",
  );
  expect(
    readText(await draw(<WallKey isOld={false} />, "es"), " ")
      .replaceAll(/\s+/g, " ")
      .trim(),
  ).toBe(
    "últimas 8 h Alimentando Marcha en vacío Lista o en preparación No lista Apagada Desconocida",
  );
  const looks = [...html.matchAll(/height="([\d.]+)" class="(fill-[^"]*)"/g)].map(
    ([, height, fill]) => `${height} ${fill}`,
  );
  expect(looks).toEqual([
    "10 fill-(--strip-feeding)",
    "8 fill-(--strip-running)",
    "6 fill-(--strip-ready)",
    "6 fill-(--strip-not-ready)",
    "3 fill-(--strip-off)",
  ]);
  expect(html).toContain("hatched");
});

it("the key of an old wall's strips has no more colour than they have", async () => {
  expect(await draw(<WallKey isOld={false} />)).not.toContain("stale");
  expect(await draw(<WallKey isOld />)).toMatch(/<p class="[^"]*\bstale"/);
});
