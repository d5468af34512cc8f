import { expect, it } from "vitest";
import { draw, readText } from "#tests/draw.tsx";
import LogoUnread from "./logo-unread.tsx";

it.each([
  ["en", "Your company's logo could not be read. The one of Helios is shown for now."],
  ["es", "No se pudo leer el logotipo de su empresa. Por ahora se muestra el de Helios."],
] as const)("says in %s why the logo is another one", async (locale, told) => {
  const html = await draw(<LogoUnread />, locale);
  expect(html).toContain('role="alert"');
  expect(readText(html).replaceAll("&#x27;", "'")).toBe(told);
});
