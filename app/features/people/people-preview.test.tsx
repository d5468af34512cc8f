import { expect, it } from "vitest";
import { draw, readText } from "#tests/draw.tsx";
import { PeoplePreview } from "./people-preview.tsx";

const row = {
  ...{ line: 2, name: "Nobody", email: "nobody", role: "user", facilities: [] },
  problems: { first_name: [{ code: "required" as const }], email: [{ code: "email" as const }] },
};

it.each([
  ["en", ["first_name", "email:"]],
  ["es", ["nombre:", "correo:"]],
] as const)("names the column of each problem once, in %s", async (locale, names) => {
  const html = await draw(
    <PeoplePreview file={{ rows: [row], added: 0, refused: 1, isDone: false }} />,
    locale,
  );
  const text = readText(html);
  expect(names.map((name) => text.split(name).length - 1)).toEqual([1, 1]);
});

it.each([
  ["en", "Write one of these: user, admin. An earlier line has this already."],
  ["es", "Escriba uno de estos valores: user, admin. Una línea anterior ya lo tiene."],
] as const)("says what can be written in a file, in %s", async (locale, said) => {
  const problems = {
    role: [{ code: "one_of" as const, values: "user, admin" }],
    email: [{ code: "taken" as const }],
  };
  const file = { rows: [{ ...row, problems }], added: 0, refused: 1, isDone: false };
  const text = readText(await draw(<PeoplePreview file={file} />, locale));
  for (const part of said.split(/(?<=\.) /)) expect(text).toContain(part);
});
