import { gunzipSync, createGunzip } from "node:zlib";
import { describe, expect, it } from "vitest";
import { compressLocally, gzipPieces } from "./compressed-pages.ts";

const LOCAL = { HELIOS_MODE: "local" } as const;
const page = (headers: Record<string, string> = { "Content-Type": "text/html; charset=utf-8" }) =>
  new Response("<p>Helios</p>".repeat(500), { headers });
const asked = (encoding = "gzip, deflate, br") => new Request("https://helios.test/", { headers: { "Accept-Encoding": encoding } });

describe("a page of one machine", () => {
  it("is compressed for who takes it, and says so", async () => {
    const answer = compressLocally(page(), asked(), LOCAL);
    expect(answer.headers.get("Content-Encoding")).toBe("gzip");
    expect(answer.headers.get("Vary")).toBe("Accept-Encoding");
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(bytes.length).toBeLessThan(500);
    expect(gunzipSync(bytes).toString()).toBe("<p>Helios</p>".repeat(500));
  });

  it("is left to the edge when deployed, and as it is for others", () => {
    const own = page();
    expect(compressLocally(own, asked(), { HELIOS_MODE: "production" })).toBe(own);
    expect(compressLocally(own, asked("br"), LOCAL)).toBe(own);
    const image = page({ "Content-Type": "image/png" });
    expect(compressLocally(image, asked(), LOCAL)).toBe(image);
    const packed = page({ "Content-Type": "text/html", "Content-Encoding": "br" });
    expect(compressLocally(packed, asked(), LOCAL)).toBe(packed);
  });

  it("leaves piece by piece: the first is readable before the second is there", async () => {
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const writer = writable.getWriter();
    const reader = gzipPieces(readable).getReader();
    const unpacked = createGunzip();
    let text = "";
    unpacked.on("data", (piece: Buffer) => (text += piece.toString()));
    const pump = async () => {
      for (let read = await reader.read(); !read.done; read = await reader.read()) unpacked.write(read.value);
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

  it("that nobody reads to its end is asked for no further", async () => {
    let cancelled: unknown;
    const endless = new ReadableStream<Uint8Array>({ cancel: (reason) => void (cancelled = reason) });
    await gzipPieces(endless).cancel("left");
    expect(cancelled).toBe("left");
  });
});
