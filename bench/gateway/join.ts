import { randomUUID } from 'node:crypto';
import fastify, { type FastifyRequest } from 'fastify';
import { Pool } from 'undici';
import type { CashFlowEntry } from '#schema/financial/cashFlows/cashFlows.rest.ts';
import type {
  Transaction,
  TransactionSummary,
  TransactionTotals,
} from '#schema/financial/transactions/transactions.rest.ts';
import type { PageOf } from '#schema/platform/shapes.ts';
import { ASK_SESSION, SESSION_HEADER } from '#domain/sessionHeader.ts';
import type { SessionUser } from '#schema/security/session.rest.ts';
import { answerDay, answerList, answerOne, type Variables } from './joinAnswers.ts';

/**
 * The upper bound: the three responses joined by hand on Fastify and undici, each with a route of its own. Makes the
 * same calls with the same headers in the same order, checks the session like the gateway, has the same timeout and
 * returns the same data. Lacks query parsing, limits, headers for browsers, cancelled calls, retries on a broken
 * connection and errors per field. Like the gateway, it does not validate the services' responses.
 */
const TIMEOUT = 10_000;
const pool = new Pool(process.env.SERVICES ?? '', {
  connections: 128,
  keepAliveTimeout: 20_000,
  headersTimeout: TIMEOUT,
  bodyTimeout: TIMEOUT,
});
const app = fastify({ bodyLimit: 256 * 1024, genReqId: () => randomUUID() });

type Asker = Pick<FastifyRequest, 'id' | 'ip'> & { authorization: string };

/** Reads an address and the session beside it, which must allow to read expenses. */
const get = async <T>(path: string, companyId: string, { authorization, id, ip }: Asker): Promise<T> => {
  const answer = await pool.request({
    method: 'GET',
    path,
    headers: {
      accept: 'application/json',
      'x-request-id': id,
      'x-forwarded-for': ip,
      authorization,
      [SESSION_HEADER]: ASK_SESSION,
    },
  });
  const text = await answer.body.text();
  if (answer.statusCode !== 200) throw new Error(`${answer.statusCode} ${path}`);
  const session = JSON.parse(String(answer.headers[SESSION_HEADER])) as SessionUser;
  const grants = Object.values(session.permissions[companyId] ?? {}).flat();
  if (!session.admin && !grants.includes('DEBIT')) throw new Error('forbidden');
  return (JSON.parse(text) as { data: T }).data;
};

const answered = (path: string, answer: (variables: Variables, asker: Asker) => Promise<unknown>): void => {
  app.post<{ Body: { variables: Variables } }>(path, async (request, reply) => {
    const { id, ip, headers } = request;
    const data = await answer(request.body.variables, { id, ip, authorization: headers.authorization ?? '' });
    return reply.header('content-type', 'application/json; charset=utf-8').send(JSON.stringify({ data }));
  });
};

answered('/list', async ({ companyId, page, size, sort }, asker) => {
  const base = `/api/v1/financial/company/${companyId}/debit`;
  const rows = await get<PageOf<TransactionSummary> & { totals: TransactionTotals }>(
    `${base}/summaries?page=${page}&size=${size}&sort=${sort.map(({ id }) => id).join()}&matching=true&totals=true`,
    companyId,
    asker,
  );
  return { transactions: answerList(rows, rows.totals) };
});

answered('/one', async ({ companyId, id }, asker) => {
  return {
    transaction: answerOne(
      await get<Transaction>(`/api/v1/financial/company/${companyId}/debit/${id}`, companyId, asker),
    ),
  };
});

answered('/flat', async ({ companyId, from, to }, asker) => {
  const path = `/api/v1/financial/cash-flows?companyId=${companyId}&startDate=${from}&endDate=${to}`;
  const { content } = await get<{ content: CashFlowEntry[] }>(path, companyId, asker);
  return { cashFlow: content.map(answerDay) };
});

const url = await app.listen({ port: 0, host: '127.0.0.1' });
console.log(`port ${new URL(url).port}`);
process.on('SIGTERM', () => process.exit(0));
