import { describe, expect, it } from "vitest";
import { serveHashedAsset, takesEncoding } from "./hashed-assets.ts";

/** A store of files by path, as the assets binding answers it. */
const store = (files: Record<string, string>) => ({
  fetch: async (input: RequestInfo | URL) => {
    const request = input as Request;
    const text = files[new URL(request.url).pathname];
    if (text === undefined) return new Response("none", { status: 404 });
    const etag = `"${text}"`;
    if (request.headers.get("if-none-match") === etag)
      return new Response(null, { status: 304, headers: { etag } });
    return new Response(text, { headers: { etag, "content-type": "application/octet-stream" } });
  },
});
const assets = store({
  "/assets/a-1.js": "plain",
  "/assets/a-1.js.br": "brotli",
  "/assets/a-1.js.gz": "gzip",
  "/assets/b-2.css": "small",
  "/assets/font-3.woff2": "font",
});
const get = (path: string, headers: Record<string, string> = {}) =>
  serveHashedAsset(assets as never, new Request(`http://h${path}`, { headers }));

describe("a hashed asset", () => {
  it("comes in the smallest form that the browser takes, with that form's own ETag", async () => {
    const brotli = await get("/assets/a-1.js", { "accept-encoding": "gzip, deflate, br" });
    expect(brotli.headers.get("content-encoding")).toBe("br");
    expect(brotli.headers.get("content-type")).toBe("text/javascript; charset=utf-8");
    expect(brotli.headers.get("vary")).toBe("Accept-Encoding");
    expect(brotli.headers.get("etag")).toBe('"brotli"');
    const gzip = await get("/assets/a-1.js", { "accept-encoding": "br;q=0, gzip" });
    expect(gzip.headers.get("content-encoding")).toBe("gzip");
  });

  it("comes as it is to who takes nothing, to who asks for a part, and when there is no smaller form", async () => {
    for (const [path, headers] of [
      ["/assets/a-1.js", {}],
      ["/assets/a-1.js", { "accept-encoding": "br", range: "bytes=0-3" }],
      ["/assets/b-2.css", { "accept-encoding": "br, gzip" }],
    ] as const) {
      const answer = await get(path, headers);
      expect([
        answer.status,
        answer.headers.get("content-encoding"),
        answer.headers.get("vary"),
      ]).toEqual([200, null, "Accept-Encoding"]);
      expect(answer.headers.get("cache-control")).toContain("immutable");
    }
    expect(
      (await get("/assets/font-3.woff2", { "accept-encoding": "br" })).headers.get("vary"),
    ).toBeNull();
  });

  it("is not sent again when the browser has that form", async () => {
    const answer = await get("/assets/a-1.js", {
      "accept-encoding": "br",
      "if-none-match": '"brotli"',
    });
    expect([answer.status, answer.headers.get("content-encoding")]).toEqual([304, null]);
  });

  it("that does not exist is not kept for ever", async () => {
    const answer = await get("/assets/gone.js", { "accept-encoding": "br" });
    expect([answer.status, answer.headers.get("cache-control")]).toEqual([404, null]);
  });
});

describe("Accept-Encoding", () => {
  it("is read with weights and the star", () => {
    expect(takesEncoding(null, "br")).toBe(false);
    expect(takesEncoding("gzip;q=0.8, br;q=0.0", "br")).toBe(false);
    expect(takesEncoding("*", "br")).toBe(true);
    expect(takesEncoding("*, br;q=0", "br")).toBe(false);
    expect(takesEncoding("brotli", "br")).toBe(false);
  });
});
