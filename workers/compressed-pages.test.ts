import { gunzipSync, createGunzip } from "node:zlib";
import { afterEach, describe, expect, it, vi } from "vitest";
import { compressLocally, gzipPieces } from "./compressed-pages.ts";

const LOCAL = { HELIOS_MODE: "local" } as const;
const page = (headers: Record<string, string> = { "Content-Type": "text/html; charset=utf-8" }) =>
  new Response("<p>Helios</p>".repeat(500), { headers });
const asked = (encoding = "gzip, deflate, br") =>
  new Request("https://helios.test/", { headers: { "Accept-Encoding": encoding } });

afterEach(() => void vi.useRealTimers());

describe("a page of one machine", () => {
  it("is compressed for who takes it, and says so", async () => {
    const answer = await compressLocally(page(), asked(), LOCAL);
    expect(answer.headers.get("Content-Encoding")).toBe("gzip");
    expect(answer.headers.get("Vary")).toBe("Accept-Encoding");
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(bytes.length).toBeLessThan(500);
    expect(gunzipSync(bytes).toString()).toBe("<p>Helios</p>".repeat(500));
  });

  it.each([
    ["gzip;q=0", null],
    ["br, gzip; q=0.000", null],
    ["gzip;q=0, identity", null],
    ["identity", null],
    ["gzip;q=0.5", "gzip"],
    ["br;q=0,gzip", "gzip"],
    ["GZIP", "gzip"],
    ["*", "gzip"],
  ])("is sent to who says '%s' as %s", async (encoding, sent) => {
    const answer = await compressLocally(page(), asked(encoding), LOCAL);
    expect(answer.headers.get("Content-Encoding")).toBe(sent);
  });

  it("is left to the edge when deployed, and as it is for others", async () => {
    const own = page();
    expect(await compressLocally(own, asked(), { HELIOS_MODE: "production" })).toBe(own);
    expect(await compressLocally(own, asked("br"), LOCAL)).toBe(own);
    const image = page({ "Content-Type": "image/png" });
    expect(await compressLocally(image, asked(), LOCAL)).toBe(image);
    const packed = page({ "Content-Type": "text/html", "Content-Encoding": "br" });
    expect(await compressLocally(packed, asked(), LOCAL)).toBe(packed);
  });

  it("is JSON too, at once; a short one stays as it is", async () => {
    const json = (length: number) =>
      new Response(JSON.stringify("x".repeat(length)), {
        status: 422,
        headers: { "Content-Type": "application/json" },
      });
    const long = await compressLocally(json(5_000), asked(), LOCAL);
    expect([long.status, long.headers.get("Content-Encoding")]).toEqual([422, "gzip"]);
    expect(gunzipSync(await long.arrayBuffer()).toString()).toBe(JSON.stringify("x".repeat(5_000)));
    const short = await compressLocally(json(50), asked(), LOCAL);
    expect([short.status, short.headers.get("Content-Encoding"), await short.json()]).toEqual([
      422,
      null,
      "x".repeat(50),
    ]);
  });

  it("is the same JSON when it is large and compressed in pieces", async () => {
    const text = JSON.stringify(Array.from({ length: 150_000 }, (_, at) => at * 7919));
    const large = new Response(text, { headers: { "Content-Type": "application/json" } });
    const answer = await compressLocally(large, asked(), LOCAL);
    expect(answer.headers.get("Content-Encoding")).toBe("gzip");
    const bytes = new Uint8Array(await answer.arrayBuffer());
    expect(bytes.length).toBeLessThan(text.length / 2);
    expect(gunzipSync(bytes).toString() === text).toBe(true);
  });

  it("is the same JSON, large or small, for who takes no compression", async () => {
    const headers = { "Content-Type": "application/json" };
    for (const text of ['"short"', JSON.stringify("x".repeat(600_000))]) {
      const answer = await compressLocally(new Response(text, { headers }), asked("br"), LOCAL);
      expect(answer.headers.get("Content-Encoding")).toBe(null);
      expect((await answer.text()) === text).toBe(true);
    }
  });

  it("is given up when it is large and nobody reads it", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const json = new Response(JSON.stringify("x".repeat(900_000)), {
      headers: { "Content-Type": "application/json" },
    });
    const answer = await compressLocally(json, asked("identity"), LOCAL);
    const reader = answer.body!.getReader();
    await reader.read();
    vi.advanceTimersByTime(31_000);
    await expect(reader.read()).rejects.toThrow("not read");
    const head = new Request(asked("identity"), { method: "HEAD" });
    const large = new Response(JSON.stringify("x".repeat(900_000)), { headers: answer.headers });
    await compressLocally(large, head, LOCAL);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("leaves piece by piece: the first is readable before the second is there", async () => {
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const writer = writable.getWriter();
    const reader = gzipPieces(readable).getReader();
    const unpacked = createGunzip();
    let text = "";
    unpacked.on("data", (piece: Buffer) => (text += piece.toString()));
    const pump = async () => {
      for (let read = await reader.read(); !read.done; read = await reader.read())
        unpacked.write(read.value);
      unpacked.end();
    };
    const pumped = pump();
    void writer.write(new TextEncoder().encode("first"));
    await expect.poll(() => text).toBe("first");
    void writer.write(new TextEncoder().encode(", second"));
    void writer.close();
    await pumped;
    await expect.poll(() => text).toBe("first, second");
  });

  it("leaves as one piece as far as it is there", async () => {
    const page = Array.from({ length: 400 }, (_, at) => `<p>machine ${at * 7919}</p>`);
    const written = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const part of page) controller.enqueue(new TextEncoder().encode(part));
        controller.close();
      },
    });
    const pieces: Uint8Array[] = [];
    for await (const piece of gzipPieces(written) as unknown as AsyncIterable<Uint8Array>)
      pieces.push(piece);
    expect(gunzipSync(Buffer.concat(pieces)).toString()).toBe(page.join(""));
    // Each flush would end a piece.
    expect(pieces.length).toBeLessThan(5);
  });

  it("that nobody reads to its end is asked for no further", async () => {
    let cancelled: unknown;
    const endless = new ReadableStream<Uint8Array>({
      cancel: (reason) => void (cancelled = reason),
    });
    await gzipPieces(endless).cancel("left");
    expect(cancelled).toBe("left");
  });
});
