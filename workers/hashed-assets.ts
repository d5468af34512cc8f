/**
 * Files under /assets, whose names change with their content. The build keeps each script and style sheet in
 * three forms: as it is, `.br` and `.gz`; a browser gets the smallest that it takes. Each form has its own ETag.
 */
const COMPRESSED = /\.(?:js|css)$/;
const TYPES = { js: "text/javascript; charset=utf-8", css: "text/css; charset=utf-8" } as const;
/** Smallest first. */
const FORMS = [
  { encoding: "br", ending: ".br" },
  { encoding: "gzip", ending: ".gz" },
] as const;

export async function serveHashedAsset(
  assets: Pick<Fetcher, "fetch">,
  request: Request,
): Promise<Response> {
  const url = new URL(request.url);
  if (!COMPRESSED.test(url.pathname)) return withCacheForever(await assets.fetch(request));
  const accepted = request.headers.get("accept-encoding");
  // A part of a file is a part of the file as it is.
  const forms = request.headers.has("range")
    ? []
    : FORMS.filter(({ encoding }) => takesEncoding(accepted, encoding));
  for (const { encoding, ending } of forms) {
    const form = await assets.fetch(new Request(url.origin + url.pathname + ending, request));
    if (form.status === 404) continue;
    return withCacheForever(form, {
      encoding,
      type: TYPES[url.pathname.endsWith(".css") ? "css" : "js"],
    });
  }
  return withCacheForever(await assets.fetch(request), {});
}

/** Whether an Accept-Encoding header takes an encoding: named or by `*`, and not with a weight of zero. */
export function takesEncoding(header: string | null, encoding: string): boolean {
  const weights = new Map(
    (header ?? "").split(",").map((part) => {
      const [name = "", ...parameters] = part.split(";").map((text) => text.trim().toLowerCase());
      const weight = parameters.find((parameter) => parameter.startsWith("q="));
      return [name, weight === undefined ? 1 : Number(weight.slice(2))];
    }),
  );
  return (weights.get(encoding) ?? weights.get("*") ?? 0) > 0;
}

function withCacheForever(
  response: Response,
  form?: { encoding?: string; type?: string },
): Response {
  if (response.status === 404) return response;
  const headers = new Headers(response.headers);
  headers.set("cache-control", "public, max-age=31536000, immutable");
  headers.set("x-content-type-options", "nosniff");
  if (form) headers.set("vary", "Accept-Encoding");
  if (form?.type && response.status === 200) headers.set("content-type", form.type);
  if (form?.encoding && response.status === 200) headers.set("content-encoding", form.encoding);
  // The body is compressed already.
  const encodeBody = form?.encoding ? "manual" : "automatic";
  return new Response(response.body, { status: response.status, headers, encodeBody });
}
