/** The frame around a page: when it is read again, and what stands when that fails. */
import { afterEach, expect, it, vi } from "vitest";
import { FrameOfNow } from "./frame-of-now.ts";
import type { ShellUser } from "./shell-user.ts";

const frameWith = (logo: ShellUser["logo"]) => ({
  user: { firstName: "A", role: "admin", logo, hasFirstSteps: false } as ShellUser,
  ...{ nowMs: 0, demoOrder: null },
});
const OLD = frameWith("box.svg");
const NEW = frameWith("flute.svg");
const fails = () => Promise.reject(new TypeError("Failed to fetch"));

afterEach(() => vi.unstubAllGlobals());

it("is outdated from a change until what was read after it is on screen", async () => {
  const frame = new FrameOfNow();
  frame.show(OLD);
  expect(frame.isOutdated()).toBe(false);
  frame.change();
  expect(frame.isOutdated()).toBe(true);
  const read = await frame.read(() => Promise.resolve(NEW));
  // Read, and not shown: the reader went on to another page meanwhile.
  expect([read, frame.isOutdated()]).toEqual([NEW, true]);
  frame.show(NEW);
  expect(frame.isOutdated()).toBe(false);
});

it("is outdated by a change that came while it was read", async () => {
  const frame = new FrameOfNow();
  frame.show(OLD);
  frame.change();
  const read = await frame.read(() => {
    frame.change();
    return Promise.resolve(NEW);
  });
  frame.show(read);
  expect(frame.isOutdated()).toBe(true);
});

it("stays as it was, and outdated, when it cannot be read again", async () => {
  const frame = new FrameOfNow();
  frame.show(OLD);
  frame.change();
  const read = await frame.read(fails);
  expect(read).toBe(OLD);
  frame.show(read);
  expect(frame.isOutdated()).toBe(true);
});

it("goes where the server leads", async () => {
  const frame = new FrameOfNow();
  frame.show(OLD);
  frame.change();
  const toSignIn = new Response(null, { status: 302, headers: { Location: "/login" } });
  const led = frame.read(() => {
    throw toSignIn;
  });
  await expect(led).rejects.toBe(toSignIn);
});

it.each([
  ["where a form of its reader changed it", (frame: FrameOfNow) => frame.show(OLD)],
  ["where none stands", () => undefined],
  [
    "where it was of somebody who left",
    (frame: FrameOfNow) => {
      frame.show(OLD)();
      frame.change();
    },
  ],
])("is read once Helios answers, %s", async (_, begin) => {
  const window = new EventTarget();
  vi.stubGlobal("window", window);
  const frame = new FrameOfNow();
  begin(frame);
  const load = vi.fn(() => Promise.resolve(NEW)).mockImplementationOnce(fails);
  const read = frame.read(load);
  await vi.waitFor(() => expect(load).toHaveBeenCalledTimes(1));
  await Promise.resolve();
  window.dispatchEvent(new Event("online"));
  expect(await read).toBe(NEW);
  expect(load).toHaveBeenCalledTimes(2);
});

it("fails where nobody waits for it", async () => {
  const frame = new FrameOfNow();
  frame.show(OLD);
  const givenUp = frame.read(() => Promise.reject(new DOMException("left", "AbortError")));
  await expect(givenUp).rejects.toThrow("left");
});

it("is read again after the forms that may change it", () => {
  const frame = new FrameOfNow();
  const after = (...addresses: string[]) =>
    addresses.map((address) => frame.mayBeChangedBy(address));
  expect(after("/machines/1/comments")).toEqual([true]);
  frame.show(OLD);
  expect(after("/account", "/preferences?redirect=%2F", "/terms")).toEqual([true, true, true]);
  expect(after("/machines/1/comments", "/accounts", "/customers/1?/account")).toEqual([
    false,
    false,
    false,
  ]);
  frame.show({ ...OLD, user: { ...OLD.user, hasFirstSteps: true } });
  expect(after("/customers/new")).toEqual([true]);
});
