import fastify from 'fastify';
import { Pool } from 'undici';
import type { CashFlowEntry } from '#schema/financial/cashFlows.rest.ts';
import type { Partner } from '#schema/financial/partners.rest.ts';
import type { Transaction, TransactionTotals } from '#schema/financial/transactions.rest.ts';
import type { PageOf } from '#schema/platform/shapes.ts';
import type { SessionUser } from '#schema/security/session.rest.ts';
import { answerList, answerOne, type Variables } from './joinAnswers.ts';

/**
 * The limit: the three answers joined by hand, each with an address of its own, out of the same calls to the same
 * services over the same client. It checks who asks as the gateway does, and does nothing besides.
 */
const pool = new Pool(process.env.SERVICES ?? '', { connections: 128, keepAliveTimeout: 20_000 });
const app = fastify({ bodyLimit: 256 * 1024 });

const get = async <T>(path: string, authorization: string): Promise<T> => {
  const answer = await pool.request({
    method: 'GET',
    path,
    headers: { accept: 'application/json', authorization },
  });
  const text = await answer.body.text();
  if (answer.statusCode !== 200) throw new Error(`${answer.statusCode} ${path}`);
  return (JSON.parse(text) as { data: T }).data;
};

const admitted = async (authorization: string, companyId: string): Promise<SessionUser> => {
  const session = await get<SessionUser>('/api/v1/security/session', authorization);
  const grants = Object.values(session.permissions[companyId] ?? {}).flat();
  if (!session.admin && !grants.includes('DEBIT')) throw new Error('forbidden');
  return session;
};

const answered = (path: string, answer: (variables: Variables, authorization: string) => Promise<unknown>): void => {
  app.post<{ Body: { variables: Variables } }>(path, async (request, reply) => {
    const data = await answer(request.body.variables, request.headers.authorization ?? '');
    return reply.header('content-type', 'application/json; charset=utf-8').send(JSON.stringify({ data }));
  });
};

answered('/list', async ({ companyId, page, size, sort }, authorization) => {
  await admitted(authorization, companyId);
  const base = `/api/v1/financial/company/${companyId}/debit`;
  const [rows, totals] = await Promise.all([
    get<PageOf<Transaction>>(
      `${base}?page=${page}&size=${size}&sort=${sort.map(({ id }) => id).join()}`,
      authorization,
    ),
    get<TransactionTotals>(`${base}/totals`, authorization),
  ]);
  return { transactions: answerList(rows, totals) };
});

answered('/one', async ({ companyId, id }, authorization) => {
  const { accountId } = await admitted(authorization, companyId);
  const found = await get<Transaction>(`/api/v1/financial/company/${companyId}/debit/${id}`, authorization);
  const partners = found.partner
    ? await get<PageOf<Partner>>(
        `/api/v1/financial/account/${accountId}/partner?ids=${found.partner.id}&size=1`,
        authorization,
      )
    : null;
  return { transaction: answerOne(found, partners?.content[0] ?? null) };
});

answered('/flat', async ({ companyId, from, to }, authorization) => {
  await admitted(authorization, companyId);
  const path = `/api/v1/financial/cash-flows?companyId=${companyId}&startDate=${from}&endDate=${to}`;
  const { content } = await get<{ content: CashFlowEntry[] }>(path, authorization);
  return { cashFlow: content };
});

const url = await app.listen({ port: 0, host: '127.0.0.1' });
console.log(`port ${new URL(url).port}`);
process.on('SIGTERM', () => process.exit(0));
