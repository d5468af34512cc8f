import { beforeAll, describe, expect, it, vi } from "vitest";

/** As in a browser, where an area's words come after its components. */
async function inPage() {
  vi.stubGlobal("document", {});
  vi.resetModules();
  const { registerTexts, hasAreaTexts, onNewAreas } = await import("#app/locales/area-texts.ts");
  const { addAreaTexts } = await import("./area-texts.tsx");
  vi.unstubAllGlobals();
  return { registerTexts, hasAreaTexts, onNewAreas, addAreaTexts };
}
type Page = Awaited<ReturnType<typeof inPage>>;

const i18nFor = (said: object[]) => ({
  language: "en",
  addResourceBundle: (_locale: string, _namespace: string, texts: object) => {
    said.push(texts);
    return undefined as never;
  },
});
const area = (texts: Record<string, string>, meanwhile = () => undefined as void) => {
  const load = () => {
    meanwhile();
    return Promise.resolve({ texts });
  };
  return { en: load, es: load };
};

describe("the words of areas", () => {
  let page: Page;
  beforeAll(async () => {
    page = await inPage();
  });

  it("are all there once they were added, also of an area that came while the first ones were fetched", async () => {
    const said: object[] = [];
    const addLate = () => page.registerTexts("late", area({ late: "Late" }));
    page.registerTexts("first", area({ first: "First" }, addLate));
    await page.addAreaTexts(i18nFor(said));
    expect(page.hasAreaTexts("en")).toBe(true);
    expect(Object.assign({}, ...said)).toEqual({ first: "First", late: "Late" });
  });

  it("are asked for again after they could not be fetched", async () => {
    const said: object[] = [];
    let isAway = true;
    const load = () =>
      isAway ? Promise.reject(new Error("away")) : Promise.resolve({ texts: { again: "Again" } });
    page.registerTexts("again", { en: load, es: load });
    await expect(page.addAreaTexts(i18nFor(said))).rejects.toThrow("away");
    expect(said).toEqual([]);
    isAway = false;
    await page.addAreaTexts(i18nFor(said));
    expect(page.hasAreaTexts("en")).toBe(true);
    expect(said).toHaveLength(1);
    expect(said[0]).toMatchObject({ again: "Again" });
  });

  it("are told of when their components come, once for all that come together", async () => {
    let told = 0;
    page.onNewAreas(() => (told += 1));
    page.registerTexts("one", area({ one: "One" }));
    page.registerTexts("two", area({ two: "Two" }));
    expect(told).toBe(0);
    await Promise.resolve();
    expect(told).toBe(1);
    page.registerTexts("three", area({ three: "Three" }));
    await Promise.resolve();
    expect(told).toBe(2);
  });
});
