import { Type, type Static, type TObject, type TSchema } from 'typebox';
import { withChanges, type Watched } from './changes.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/**
 * Encoding of a body. `form` is application/x-www-form-urlencoded, `multipart` contains files, `text` is plain text.
 */
export type BodyKind = 'json' | 'form' | 'multipart' | 'text';

/**
 * One REST call: its path, input and output. The services implement it (validation and OpenAPI derive from it), and the
 * gateway calls it with the same types, so that both always agree.
 *
 * `path` uses Fastify's notation (`/company/:companyId/bank/:id`) without a trailing slash; the server accepts both
 * forms. `answer` describes `data` of the envelope (domain.md §7), or the whole body when `bare` is true (OAuth,
 * files).
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
   * Fields of the answer that the body may contain although the call does not change them: clients send whole objects
   * back. The service rejects a value other than the current one, and keys unknown to both schemas.
   */
  echo?: TSchema;
  bodyKind: BodyKind;
  /** The call may come without a body, which is then one without fields. */
  bodyOptional?: boolean;
  answer: Answer;
  bare: boolean;
  /** Failures have the form of OAuth 2 (`error`, `error_description`) instead of the product's. */
  oauth: boolean;
  /** Default text of §8 for a failure without its own message. */
  failure?: string;
  /** Maximum bytes of a JSON body that may be larger than those of forms. */
  bodyBytes?: number;
  /** A list of pages that is read by changes, too: `changedSince` comes by itself. */
  watched?: Watched;
  /** Figures, or many rows: a replica that has all writes of the account may answer (docs/decisions/0117). */
  replica?: true;
  /** Part names when the JSON body may also come in a multipart body with a file. */
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
  bodyOptional?: boolean;
  bare?: boolean;
  oauth?: boolean;
  failure?: string;
  bodyBytes?: number;
  multipart?: { json: string; file: string };
  watched?: Watched;
  replica?: true;
};

/** Declares an endpoint; by default with empty params and query, no body, JSON encoding and an enveloped answer. */
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
    ...(definition.watched ? withChanges(definition.query ?? Nothing, definition.answer) : {}),
  }) as Endpoint<P, Q, B, A>;

export type ParamsOf<E extends Endpoint> = Static<E['params']>;
export type QueryOf<E extends Endpoint> = Static<E['query']>;
export type BodyOf<E extends Endpoint> = Static<E['body']>;
export type AnswerOf<E extends Endpoint> = Static<E['answer']>;
