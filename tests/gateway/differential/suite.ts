import { afterAll, beforeAll, expect, test } from '@jest/globals';
import fastify, { type FastifyInstance } from 'fastify';
import type { GraphQLError } from 'graphql';
import { execute, getOperationAST, type GraphQLFormattedError, parse, specifiedRules, validate } from 'graphql';
import { GatewayContext } from '#gateway/context.ts';
import { createApollo } from '#gateway/graphql/apollo.ts';
import { isCompiled } from '#gateway/graphql/compiled.ts';
import { DocumentCache } from '#gateway/graphql/documents.ts';
import { formatError } from '#gateway/graphql/formatError.ts';
import { fastPath } from '#gateway/graphql/fastPath.ts';
import { registerGraphQL } from '#gateway/http/graphql.ts';
import { Admission } from '#gateway/limits/admission.ts';
import { InvalidDocuments } from '#gateway/limits/invalidDocuments.ts';
import { Logins } from '#gateway/limits/logins.ts';
import { limitRules } from '#gateway/limits/rules.ts';
import { buildSchema } from '#gateway/platform/schema.ts';
import { UNLIMITED } from '../../support/gateway.ts';
import { type Operation, makeOperation } from './documents.ts';
import { Random } from './random.ts';
import { RecordedServices } from './recorded.ts';

/** What is compared: data as text, so that the order of keys counts, and sorted errors. */
interface Result {
  data: string | undefined;
  errors: string[];
}

type Errors = readonly GraphQLFormattedError[] | undefined;

/** Sorts errors, because parallel fields fail in any order, and drops the request id. */
const resultOf = (data: unknown, errors: Errors = []): Result => ({
  data: JSON.stringify(data),
  errors: errors
    .map(({ message, locations, path, extensions: { requestId: _, ...extensions } = {} }) =>
      JSON.stringify({ message, locations, path, extensions }),
    )
    .sort(),
});

const isRefusedVariable = ({ nodes }: GraphQLError): boolean => nodes?.[0]?.kind === 'VariableDefinition';

/** Executes with graphql-js and formats its errors like the gateway. */
const oracle = async (
  schema: ReturnType<typeof buildSchema>,
  services: RecordedServices,
  operation: Operation,
): Promise<Result> => {
  const caller = { token: 'token', requestId: 'oracle', address: '127.0.0.1', idempotencyKey: null };
  const { data, errors } = await execute({
    schema,
    document: parse(operation.query),
    contextValue: new GatewayContext(services, caller),
    variableValues: operation.variables,
    operationName: operation.operationName,
  });
  const formatted = errors?.map((error) => {
    const code = error.extensions.code ?? (isRefusedVariable(error) ? 'BAD_USER_INPUT' : 'INTERNAL_SERVER_ERROR');
    return formatError({ ...error.toJSON(), extensions: { ...error.extensions, code } }, error);
  });
  return resultOf(data, formatted);
};

/**
 * Starts the gateway's two execution paths over the same services: Apollo for a document's first request, the fast path
 * for every later one.
 */
const startBothPaths = async (services: RecordedServices) => {
  const schema = buildSchema();
  const documents = new DocumentCache(schema);
  const admission = new Admission(new Logins(), UNLIMITED);
  const apollo = createApollo({
    schema,
    documents,
    formatError,
    execution: 'compiled',
    introspection: true,
    exposeCosts: false,
    admission,
    onInvalidDocument: () => undefined,
    onFault: () => undefined,
  });
  await apollo.start();
  const app = fastify();
  registerGraphQL(app, {
    apollo,
    invalidDocuments: new InvalidDocuments(1_000_000),
    createContext: (caller) => new GatewayContext(services, caller),
    fastPath: fastPath({ schema, documents, exposeCosts: false, admission }),
    admission,
  });
  const wasCompiled = ({ query, operationName }: Operation): boolean => {
    const document = documents.known(query);
    const operation = document && getOperationAST(document, operationName);
    return !!operation && isCompiled(operation);
  };
  return { app, apollo, schema, wasCompiled };
};

const ask = async (app: FastifyInstance, payload: Operation) => {
  const response = await app.inject({
    method: 'POST',
    url: '/graphql',
    headers: { authorization: 'Bearer token', 'content-type': 'application/json' },
    payload,
  });
  const body = response.json() as { data?: unknown; errors?: GraphQLFormattedError[] };
  return { body, limited: (body.errors ?? []).some(({ extensions }) => extensions?.limit !== undefined) };
};

const SERVICES = [
  { refused: 0, broken: 0 },
  { refused: 0, broken: 0 },
  { refused: 0.15, broken: 0.02 },
];

/**
 * Generates `count` operations from the schema and executes each with graphql-js and on both paths of the gateway.
 * Expects equal data, byte by byte, and equal errors.
 */
export const describeDifferential = (count: number, seed: number): void => {
  let services: RecordedServices;
  let paths: Awaited<ReturnType<typeof startBothPaths>>;
  const plain = buildSchema();

  beforeAll(async () => {
    services = await RecordedServices.start();
    paths = await startBothPaths(services);
  });
  afterAll(async () => {
    await paths.app.close();
    await paths.apollo.stop();
  });

  const counts = { made: 0, compared: 0, compiled: 0, failed: 0, refused: 0, limited: 0 };

  const compare = async (operation: Operation): Promise<void> => {
    const expected = await oracle(plain, services, operation);
    for (const way of ['Apollo', 'the fast path']) {
      const { body, limited } = await ask(paths.app, operation);
      if (limited) {
        counts.limited += 1;
        return;
      }
      expect({ way, ...operation, ...resultOf(body.data, body.errors) }).toEqual({ way, ...operation, ...expected });
    }
    counts.compared += 1;
    if (paths.wasCompiled(operation)) counts.compiled += 1;
    if (expected.data === undefined) counts.refused += 1;
    else if (expected.errors.length > 0) counts.failed += 1;
  };

  const BATCH = 100;
  const batches = Array.from({ length: Math.ceil(count / BATCH) }, (_, index) => index);
  test.each(batches)(
    `Compiled execution answers as graphql-js does: generated operations, batch %d of ${batches.length}`,
    async (batch) => {
      const random = new Random(seed + batch);
      services.faults = SERVICES[batch % SERVICES.length] ?? services.faults;
      for (let compared = 0; compared < BATCH;) {
        const operation = makeOperation(plain, random);
        counts.made += 1;
        if (validate(plain, parse(operation.query), [...specifiedRules, ...limitRules]).length > 0) continue;
        compared += 1;
        await compare(operation);
      }
    },
    120_000,
  );

  test('Many of the operations were compiled, many failed, and some were rejected', () => {
    process.stdout.write(`differential: ${JSON.stringify(counts)}\n`);
    expect(counts.compiled).toBeGreaterThan(count * 0.3);
    expect(counts.failed).toBeGreaterThan(count * 0.05);
    expect(counts.refused).toBeGreaterThan(count * 0.02);
    expect(counts.limited).toBeLessThan(count * 0.1);
  });
};
