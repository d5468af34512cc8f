/** What a /v1 endpoint says of itself. */
import type { z } from "zod";
import type { ApiScope } from "#app/domain/access/api-scopes.ts";
import type { Actor, Role } from "#app/domain/access/types.ts";
import type { SignedInUser } from "#app/domain/access/signed-in-user.ts";
import type { Sent } from "#app/platform/add-once.server.ts";
import type { ActorDeps, Deps } from "#app/platform/context.server.ts";

export const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
export type Method = (typeof METHODS)[number];

/** Who may call: anybody, anybody signed in, or the named roles (a constant `as const`). What they see is the use case's to decide. */
export type SignedInAccess = "signed_in" | readonly Role[];
export type Access = "public" | SignedInAccess;

/** `/v1/devices/{id}/tags` to `{ id: string }`. */
export type PathParams<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? { [Key in Name | keyof PathParams<Rest>]: string }
  : unknown;

export type PublicInput<Params, Query, Body> = {
  deps: Deps;
  request: Request;
  params: Params;
  query: Query;
  body: Body;
};
export type SignedInInput<Params, Query, Body> = PublicInput<Params, Query, Body> & {
  actor: Actor;
  user: SignedInUser;
  /** What a use case takes: the dependencies, and who asks. */
  ctx: ActorDeps & { sent?: Sent | undefined };
};

/** An answer that needs another status or headers than 200 and JSON's. */
export class Reply<T> {
  readonly body: T;
  readonly init: { status?: number; headers?: Headers };
  constructor(body: T, init: { status?: number; headers?: Headers }) {
    this.body = body;
    this.init = init;
  }
}

/** A file, sent as it is made. `chunks` is asked for the next one when the one before has left, and ended when the reader leaves. */
export class FileReply {
  readonly name: string;
  readonly type: string;
  readonly chunks: AsyncGenerator<string | Uint8Array, void>;
  constructor({
    name,
    type,
    chunks,
  }: {
    name: string;
    type: string;
    chunks: AsyncGenerator<string | Uint8Array, void>;
  }) {
    this.name = name;
    this.type = type;
    this.chunks = chunks;
  }
}

/** Success without anything to tell: 204, of an endpoint that says so (`mayBeEmpty`). */
export class EmptyReply {}

/** A large answer that is written faster than JSON.stringify does, and in pieces: its text, and the value where something in it is to be changed. */
export class WrittenReply<T> {
  readonly value: () => T;
  readonly pieces: () => Iterable<string>;
  constructor(value: () => T, pieces: () => Iterable<string>) {
    this.value = value;
    this.pieces = pieces;
  }
}

type AnyAnswer<Response> =
  | Response
  | Reply<Response>
  | WrittenReply<Response>
  | FileReply
  | EmptyReply;
type Answer<Response> = Promise<AnyAnswer<Response>> | AnyAnswer<Response>;

type Described<Query extends z.ZodType, Body extends z.ZodType, Answered extends z.ZodType> = {
  /** One line for the API's description. */
  summary: string;
  query?: Query;
  body?: Body;
  /** A call without a body is one with `{}`. */
  isBodyOptional?: true;
  /** Of a body that may be larger than MAX_BODY_BYTES, or MAX_PUBLIC_BODY_BYTES where anybody may call. */
  maxBodyBytes?: number;
  /** The JSON of success. */
  response: Answered;
  /** Of success; 200 when left out. */
  status?: 200 | 201;
  /** Media types that the file of success can have, where it is no JSON. */
  produces?: readonly string[];
  /** Success may have nothing to tell, and is a 204 then. */
  mayBeEmpty?: true;
  /** Asks other Workers though anybody may call it: 503 where one is away. */
  mayBeAway?: true;
  /** Open to somebody who must set a new password first. */
  duringReset?: true;
  /** What an API token needs, where its path does not say it (domain/access/api-scopes.ts); null: no token will do. */
  scope?: ApiScope | null;
  /** Asked many times a second by the same caller, and answered with nothing of the account: who calls may be two seconds old (decision 035). */
  remembersCaller?: true;
  /** Values that the answer is made of, at least; from HEAVY_VALUES on the question waits in its caller's line (domain/heavy-line.ts). */
  weigh?: (asked: { query: z.output<Query>; body: z.output<Body> }) => number;
  /** A POST whose use case adds once what comes again with the same Idempotency-Key (`addOnce`). */
  addsOnce?: true;
  /** A GET that has an effect: pages say with X-Requested-With that they mean it, which no foreign link or image can. */
  needsMarker?: true;
};

export type Endpoint<
  Params,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Answered extends z.ZodType,
> = Described<Query, Body, Answered> &
  (
    | {
        access: "public";
        handle: (
          input: PublicInput<Params, z.output<Query>, z.output<Body>>,
        ) => Answer<z.input<Answered>>;
      }
    | {
        access: SignedInAccess;
        handle: (
          input: SignedInInput<Params, z.output<Query>, z.output<Body>>,
        ) => Answer<z.input<Answered>>;
      }
  );

/** An endpoint as the machinery sees it, its types checked where it was declared. */
export type AnyEndpoint = Omit<Described<z.ZodType, z.ZodType, z.ZodType>, "weigh"> & {
  weigh?: (asked: never) => number;
  access: Access;
  handle: (input: never) => Answer<unknown>;
};
export type AnyMethods = Partial<Record<Method, AnyEndpoint>>;
