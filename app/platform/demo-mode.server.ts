/**
 * Demo mode (spec 000 §2): a superuser's pages come without the names of machines, plants and customers, and with
 * sample orders. It is a cookie of the device; of anybody else's it is not believed.
 */
import { demoOrderOf } from "#app/domain/demo/demo-order.ts";
import { maskAnswer, type Masking } from "#app/domain/demo/mask-answer.ts";
import { KIND_OF_PLACE, type MaskWords } from "#app/domain/demo/names.ts";
import { SAMPLE_ORDERS } from "#app/domain/demo/sample-orders.ts";
import { DEMO_COOKIE, preferenceCookie } from "#app/domain/preferences.ts";
import type { SignedInUser } from "#app/domain/access/signed-in-user.ts";
import { texts as en } from "./demo/texts.en.ts";
import { texts as es } from "./demo/texts.es.ts";
import { negotiateLocale } from "./preferences.server.ts";

export type Demo = { /** Which sample order is shown. */ order: number; words: MaskWords };

/** The demo that a request asks for, or null. The order moves on with each page that is loaded, not with each click inside it. */
export async function findDemo(request: Request, user: SignedInUser): Promise<Demo | null> {
  const order = demoOrder(request, user);
  return order === null ? null : { order, words: await maskWords(request, user) };
}

export function demoOrder(request: Request, user: SignedInUser): number | null {
  const kept = demoOrderOf(request.headers.get("Cookie"), user);
  return kept === null ? null : (kept + (isPageLoad(request) ? 1 : 0)) % SAMPLE_ORDERS;
}

/** An answer of /v1 as it is shown: masked while its caller is in demo mode. */
export async function maskedAnswer<T>(answer: T, request: Request, user: SignedInUser): Promise<T> {
  const order = demoOrderOf(request.headers.get("Cookie"), user);
  if (order === null) return answer;
  const metric = new URL(request.url).searchParams.get("metric") ?? undefined;
  const masking = { order, words: await maskWords(request, user), ownId: user.id, metric };
  return maskAnswer(answer, masking, placeOf(new URL(request.url).pathname)) as T;
}

/** `/v1/customers/7/users` answers users: the last part of a path that is no id. */
const placeOf = (pathname: string): string | null =>
  pathname
    .split("/")
    .filter((part) => Object.hasOwn(KIND_OF_PLACE, part))
    .at(-1) ?? null;

/** How the pages of a request are masked; null outside of demo mode. */
export async function findMasking(request: Request, user: SignedInUser): Promise<Masking | null> {
  const demo = await findDemo(request, user);
  return demo && { ...demo, ownId: user.id };
}

/** Keeps which order was shown, so that the next page load takes the next one. */
export function demoHeaders(request: Request, order: number | null): HeadersInit {
  if (order === null || !isPageLoad(request)) return {};
  return {
    "Set-Cookie": preferenceCookie(
      DEMO_COOKIE,
      String(order),
      new URL(request.url).protocol === "https:",
    ),
  };
}

/** A document that a browser opens, as opposed to the data of a page. */
const isPageLoad = (request: Request): boolean =>
  request.headers.get("Accept")?.includes("text/html") ?? false;

async function maskWords(request: Request, user: SignedInUser): Promise<MaskWords> {
  const { demo } = { en, es }[await negotiateLocale(request, user.locale)];
  const numbered = (text: string) => (n: number) => text.replace("{{n}}", String(n));
  return {
    machine: numbered(demo.machine),
    facility: numbered(demo.facility),
    customer: numbered(demo.customer),
    person: numbered(demo.person),
    sampler: numbered(demo.sampler),
    display: numbered(demo.display),
    alarm: numbered(demo.alarm),
    event: numbered(demo.event),
    work: numbered(demo.work),
    city: numbered(demo.city),
    state: demo.state,
  };
}
