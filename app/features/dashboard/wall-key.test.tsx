import { expect, it } from "vitest";
import { draw, readText } from "#tests/draw.tsx";
import { WallKey } from "./wall-key.tsx";

it("says of which hours a wall's strips are, and names each colour with its height and an abnormal figure as its mark does, in both languages", async () => {
  const html = await draw(<WallKey isOld={false} />);
  expect(readText(html, " ").replaceAll(/\s+/g, " ").trim()).toBe(
    "last 8 h Feeding Running empty Ready or in set-up Not ready Off Unknown Abnormal for this machine",
  );
  expect(
    readText(await draw(<WallKey isOld={false} />, "es"), " ")
      .replaceAll(/\s+/g, " ")
      .trim(),
  ).toBe(
    "últimas 8 h Alimentando Marcha en vacío Lista o prep. No lista Apagada Desconocida Anormal en esta máquina",
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

it("the key of an old wall's strips is faded as they are, and keeps the hues that tell them apart", async () => {
  const key = (isOld: boolean) => draw(<WallKey {...{ isOld }} />);
  expect(await key(false)).not.toMatch(/\b(?:stale|faded)\b/);
  expect(await key(true)).toMatch(/<p class="[^"]*\bfaded"/);
  expect(await key(true)).not.toContain("stale");
});
