import { Type, type Static, type TObject, type TSchema } from 'typebox';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** How a body travels. `form` is application/x-www-form-urlencoded, `multipart` carries files, `text` is plain text. */
export type BodyKind = 'json' | 'form' | 'multipart' | 'text';

/**
 * One REST call: its address, what goes in, what comes out. The services implement it (validation and OpenAPI come
 * from it), the gateway calls it with the same types, so that the two cannot drift apart.
 *
 * `path` uses Fastify's notation (`/company/:companyId/bank/:id`) and never ends in a slash; the server answers with
 * and without one. `answer` is what stands in the envelope's `data` (domain.md §7), unless `bare` says that the answer
 * is the whole body (OAuth, files).
 */
export interface Endpoint<
  Params extends TObject = TObject,
  Query extends TObject = TObject,
  Body extends TSchema = TSchema,
  Answer extends TSchema = TSchema,
> {
  method: Method;
  path: string;
  summary: string;
  params: Params;
  query: Query;
  body: Body;
  /**
   * What may come along in the body without being changed by the call, as it stands in the answer: clients send whole
   * objects back. Saying anything else of it than what is so is refused; a key that neither knows is unknown.
   */
  echo?: TSchema;
  bodyKind: BodyKind;
  answer: Answer;
  bare: boolean;
  /** Failures have the form of OAuth 2 (`error`, `error_description`) instead of ours. */
  oauth: boolean;
  /** Text of §8 for the screen when the call fails without a message of its own. */
  failure?: string;
  /** The JSON body may also come as a part of a multipart body, beside a file; both by their part's name. */
  multipart?: { json: string; file: string };
}

export const Nothing = Type.Object({}, { additionalProperties: false });
export const NoBody = Type.Unknown();

type Definition<P extends TObject, Q extends TObject, B extends TSchema, A extends TSchema> = Pick<
  Endpoint,
  'method' | 'path' | 'summary'
> & {
  params?: P;
  query?: Q;
  body?: B;
  echo?: TSchema;
  answer: A;
  bodyKind?: BodyKind;
  bare?: boolean;
  oauth?: boolean;
  failure?: string;
  multipart?: { json: string; file: string };
};

/** Declares an endpoint; parts left out are empty objects, a JSON body and an enveloped answer. */
export const endpoint = <
  A extends TSchema,
  P extends TObject = typeof Nothing,
  Q extends TObject = typeof Nothing,
  B extends TSchema = typeof NoBody,
>(
  definition: Definition<P, Q, B, A>,
): Endpoint<P, Q, B, A> =>
  ({
    params: Nothing,
    query: Nothing,
    body: NoBody,
    bodyKind: 'json',
    bare: false,
    oauth: false,
    ...definition,
  }) as Endpoint<P, Q, B, A>;

export type ParamsOf<E extends Endpoint> = Static<E['params']>;
export type QueryOf<E extends Endpoint> = Static<E['query']>;
export type BodyOf<E extends Endpoint> = Static<E['body']>;
export type AnswerOf<E extends Endpoint> = Static<E['answer']>;
