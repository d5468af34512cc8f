import { expect, it } from "vitest";
import { openWarning, ownOrigin, publicOrigin, readSettings } from "./settings.ts";

it.each([
  ["", "http://127.0.0.1:4000", "http://localhost:4000"],
  ["0.0.0.0", "http://127.0.0.1:4000", "http://localhost:4000"],
  ["::", "http://127.0.0.1:4000", "http://localhost:4000"],
  ["192.0.2.7", "http://192.0.2.7:4000", "http://192.0.2.7:4000"],
  ["127.0.0.2", "http://127.0.0.2:4000", "http://127.0.0.2:4000"],
  ["fd00::2", "http://[fd00::2]:4000", "http://[fd00::2]:4000"],
])(
  "a Helios that listens at %o is reached where it listens, by programs and by links",
  (host, own, open) => {
    const settings = readSettings({ HELIOS_HOST: host }, []);
    expect([ownOrigin(settings), publicOrigin(settings)]).toEqual([own, open]);
  },
);

it("whoever opens it to other machines is told what that means, and nobody else", () => {
  const warn = (host: string, seed: string) =>
    openWarning(readSettings({ HELIOS_HOST: host, HELIOS_SEED: seed }, []));
  for (const host of ["", "localhost", "127.0.0.1", "::1"]) expect(warn(host, "demo")).toBeNull();
  for (const host of ["0.0.0.0", "::", "192.0.2.7"]) {
    expect(warn(host, "empty")).toMatch(/without TLS/);
    expect(warn(host, "empty")).not.toMatch(/demo/);
    expect(warn(host, "demo")).toMatch(/without TLS.*password of the demo's accounts/);
  }
});

it("the inspector listens where it is asked to, and by itself nowhere", () => {
  const read = (port: string) => readSettings({ HELIOS_INSPECTOR_PORT: port }, []).inspectorPort;
  expect([read(""), read("9229")]).toEqual([null, 9229]);
  for (const wrong of ["0", "65536", "any", "9229.5"])
    expect(() => read(wrong)).toThrow(/HELIOS_INSPECTOR_PORT must be a number/);
});

it("a port at which no browser opens a page is refused before anything starts", async () => {
  const read = (port: number) => readSettings({ PORT: String(port) }, []).port;
  expect([read(4000), read(4191)]).toEqual([4000, 4191]);
  for (const port of [4190, 6000, 6667]) {
    expect(() => read(port)).toThrow(`Browsers open no page at PORT ${port}`);
    await expect(fetch(`http://127.0.0.1:${port}`)).rejects.toMatchObject({
      cause: { message: "bad port" },
    });
  }
});
