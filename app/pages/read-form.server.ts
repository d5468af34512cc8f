/**
 * The one way for a page's action to read its form: bounded before it is parsed. Conform makes objects and lists of
 * the names (`a.b[3]`), so a name of 27 bytes can ask for three million entries, and thousands of names for hours.
 * What is refused is thrown as a Response.
 */
import { AppError } from "#app/domain/errors.ts";
import { MAX_UNTOUCHED_LENGTH, UNTOUCHED } from "#app/domain/untouched.ts";
import { textFault } from "#app/platform/text-faults.ts";
import { readBody } from "#app/platform/read-body.ts";

export type FormLimits = {
  maxBytes: number;
  /** Values, so that a name sent twice counts as two. */
  maxFields: number;
};
/** CONTRACT §7; a form that needs more says so where it is read. */
export const FORM_LIMITS: FormLimits = { maxBytes: 64 * 1024, maxFields: 200 };
/** The highest `n` of `name[n]`. */
const MAX_INDEX = 199;
const MAX_NAME_LENGTH = 100;
/** Parts of a name: `facilities[3].name` has three. */
const MAX_DEPTH = 4;

/** Names begin with a letter: Conform keeps `__intent__` and `__state__` for itself and would run what they say. */
const NAME = /^[A-Za-z]\w*(?:\.[A-Za-z]\w*|\[\d{0,3}\])*$/;
const BOUNDARY = /^[\w'()+,./:=?-]{1,70}$/;
const AMPERSAND = 0x26;

/** The fields of a form, all of them text. */
export async function readForm(
  request: Request,
  limits: Partial<FormLimits> = {},
): Promise<FormData> {
  const { maxBytes, maxFields } = { ...FORM_LIMITS, ...limits };
  const kind = kindOf(request);
  const bytes = await readBody(request, { maxBytes }).catch(refuseAsResponse);
  if (countFields(kind, bytes) > maxFields)
    throw refusal(413, `The form has more than ${maxFields} fields.`);
  const form = kind.boundary === null ? parseUrlEncoded(bytes) : await parseMultipart(kind, bytes);
  for (const [name, value] of form) {
    if (!isAllowedName(name))
      throw refusal(422, `The form has a field that is not known here: ${name.slice(0, 60)}`);
    if (typeof value !== "string") throw refusal(422, "This form takes no files.");
    const fault = textFault(value);
    if (fault !== null) throw refusal(422, `The field ${name} ${fault}.`);
    if (name === UNTOUCHED && value.length > MAX_UNTOUCHED_LENGTH)
      throw refusal(422, `The field ${name} names more than a form has.`);
  }
  return form;
}

type Kind = {
  /** Of multipart/form-data; null for application/x-www-form-urlencoded. */ boundary:
    | string
    | null;
};

function kindOf(request: Request): Kind {
  const encoding = request.headers.get("Content-Encoding")?.trim().toLowerCase() ?? "";
  if (encoding !== "" && encoding !== "identity")
    throw refusal(415, "A form comes without Content-Encoding.");
  const [type = "", ...parameters] = (request.headers.get("Content-Type") ?? "").split(";");
  const name = type.trim().toLowerCase();
  if (name === "application/x-www-form-urlencoded") return { boundary: null };
  if (name !== "multipart/form-data")
    throw refusal(415, "Send a form as application/x-www-form-urlencoded or multipart/form-data.", {
      Accept: "application/x-www-form-urlencoded, multipart/form-data",
    });
  const [given, ...others] = parameters.filter((each) => /^\s*boundary\s*=/i.test(each));
  const boundary = given
    ?.slice(given.indexOf("=") + 1)
    .trim()
    .replace(/^"(.*)"$/, "$1");
  if (boundary === undefined || others.length > 0 || !BOUNDARY.test(boundary))
    throw refusal(400, "multipart/form-data needs one boundary.");
  return { boundary };
}

/** On the bytes, before anything is made of them. */
function countFields({ boundary }: Kind, bytes: Uint8Array): number {
  if (boundary === null) {
    let count = bytes.length === 0 ? 0 : 1;
    for (const byte of bytes) if (byte === AMPERSAND) count++;
    return count;
  }
  // The last delimiter ends the form and begins no field.
  return Math.max(0, latin1(bytes).split(`--${boundary}`).length - 2);
}

const latin1 = (bytes: Uint8Array): string => new TextDecoder("latin1").decode(bytes);

function parseUrlEncoded(bytes: Uint8Array): FormData {
  const form = new FormData();
  for (const [name, value] of new URLSearchParams(new TextDecoder().decode(bytes)))
    form.append(name, value);
  return form;
}

async function parseMultipart(
  { boundary }: Kind,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<FormData> {
  const headers = { "Content-Type": `multipart/form-data; boundary="${boundary}"` };
  try {
    return await new Response(bytes, { headers }).formData();
  } catch {
    throw refusal(400, "The form is not multipart/form-data as its boundary says.");
  }
}

function isAllowedName(name: string): boolean {
  if (name.length > MAX_NAME_LENGTH || !NAME.test(name)) return false;
  const parts = name.split(/[.[]/);
  return (
    parts.length <= MAX_DEPTH &&
    parts.every((part) => !/^\d/.test(part) || Number.parseInt(part) <= MAX_INDEX)
  );
}

const refusal = (status: number, message: string, headers: Record<string, string> = {}): Response =>
  new Response(message, {
    status,
    headers: { "Content-Type": "text/plain; charset=utf-8", ...headers },
  });

function refuseAsResponse(error: unknown): never {
  throw error instanceof AppError ? refusal(error.status, error.message) : error;
}
