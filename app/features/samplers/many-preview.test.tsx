import { describe, expect, it } from "vitest";
import { draw, readText } from "#tests/draw.tsx";
import { problemInEnglish } from "#app/domain/problem-words.ts";
import type { Problem } from "#app/domain/problems.ts";
import { MAPPING_PROBLEMS } from "#app/domain/samplers/mapping-rules.ts";
import { ManyBusy, ManyPreview } from "./many-preview.tsx";

async function shown(locale: "en" | "es", code: string): Promise<string> {
  const html = await draw(
    <ManyPreview
      result={{
        is_done: false,
        counts: { added: 0, changed: 0, same: 0, skipped: 0, refused: 1_234 },
        rows: [
          {
            machine_key: "A",
            human_key: "a",
            outcome: "refused",
            problems: { machine_key: [{ code }] },
          },
        ],
      }}
    />,
    locale,
  );
  return readText(html, "\n").replaceAll("&#x27;", "'");
}

describe("a refused row", () => {
  it.each(Object.values(MAPPING_PROBLEMS).map(({ code }) => code))(
    "says %s in the reader's own language",
    async (code) => {
      const english = await shown("en", code);
      const spanish = await shown("es", code);
      const reason = (text: string) => text.split("\n").filter(Boolean).at(-1);
      expect(reason(english)).toMatch(/\p{L}{3}/u);
      expect(reason(english)).not.toBe(code);
      expect(reason(spanish)).not.toBe(reason(english));
      expect(spanish).not.toContain(problemInEnglish({ code } as Problem));
      expect(spanish).toContain("Rechazadas");
    },
  );
});

it("counts one row as one in both languages", async () => {
  const busy = async (locale: "en" | "es") =>
    readText(
      await draw(
        <>
          <ManyBusy does="look" rows={1} />
          <ManyBusy does="map" rows={1} />
          <ManyBusy does="map" rows={2} />
        </>,
        locale,
      ),
    );
  expect(await busy("en")).toBe(
    "Looking at 1 row…Mapping 1 row in one act…Mapping 2 rows in one act…",
  );
  expect(await busy("es")).toBe(
    "Revisando 1 fila…Asignando 1 fila de una vez…Asignando 2 filas de una vez…",
  );
});
