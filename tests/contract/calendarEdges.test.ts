import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Endpoint } from '#schema/platform/endpoint.ts';
import { startLedger, type Ledger } from '#tests/financial/ledger/kit.ts';
import { findRoutes } from '#tests/security/twinTenants/endpoints.ts';
import type { Reply } from '#tests/support/services.ts';

const FIRST = '0001-01-01';
const LAST = '9999-12-31';
const PAIRS = [
  ['from', 'to'],
  ['startDate', 'endDate'],
] as const;

/** Values of required query keys that are not days. */
const VALUES: Record<string, string> = { group: 'DAY', format: 'CSV', companyId: ':companyId' };

interface Question {
  key: string;
  endpoint: Endpoint;
  query: Record<string, string>;
}

/** Returns the query keys of an endpoint that hold a day. */
const daysOf = ({ query }: Endpoint): string[] =>
  Object.entries(query.properties)
    .filter(([, schema]) => Reflect.get(schema as object, 'format') === 'date')
    .map(([key]) => key);

/** Returns queries with the first and the last day of the calendar in every key, and in every form of a period. */
const questionsOf = (key: string, endpoint: Endpoint): Question[] => {
  const days = daysOf(endpoint);
  const pair = PAIRS.find(([start]) => days.includes(start));
  const required = (endpoint.query as { required?: string[] }).required ?? [];
  const rest = Object.fromEntries(required.map((name) => [name, VALUES[name] ?? '2026-11-20']));
  const single = days.flatMap((day) => [{ [day]: FIRST }, { [day]: LAST }]);
  const periods = pair
    ? [
        [FIRST, LAST],
        [FIRST, FIRST],
        [LAST, LAST],
        [LAST, FIRST],
        ['9999-12-01', LAST],
      ].map(([start = '', end = '']) => ({ [pair[0]]: start, [pair[1]]: end }))
    : [];
  const groups = 'group' in endpoint.query.properties ? ['DAY', 'WEEK', 'MONTH'] : [null];
  return [...single, ...periods].flatMap((query) =>
    groups.map((group) => ({ key, endpoint, query: { ...rest, ...query, ...(group && { group }) } })),
  );
};

let ledger: Ledger;
let questions: Question[];
let costEstimate: number;
let model: number;

beforeAll(async () => {
  ledger = await startLedger();
  costEstimate = await ledger.services.seed.insert('cost_estimates', {
    ...{ account_id: ledger.accountId, company_id: ledger.companyId, building_id: ledger.casa },
    ...{ code: 'CAL-1', description: 'Executivo' },
  });
  model = await ledger.services.seed.insert('transaction_models', {
    ...{ account_id: ledger.accountId, company_id: ledger.companyId, type: 'DEBIT', name: 'Aluguel', day: 31 },
    ...{ recurrence: 'MONTHLY', working_day_rule: 'NEXT', competence: 'PREVIOUS', value_rule: 'MEAN' },
    ...{ installment_count: 1, created_at: '2026-11-20T12:00:00Z', updated_at: '2026-11-20T12:00:00Z' },
  });
  const routes = (await findRoutes()).filter(({ endpoint }) => endpoint.method === 'GET');
  questions = routes.flatMap(({ key, endpoint }) => questionsOf(key, endpoint));
});
afterAll(() => ledger.services.stop());

const ask = ({ endpoint, query }: Question): Promise<Reply> => {
  const values: Record<string, number | string> = {
    report: 'bills-due',
    accountId: ledger.accountId,
    companyId: ledger.companyId,
    buildingId: ledger.casa,
    bankId: ledger.itau,
    // Of the calls on one row, only those of a schedule and of a model have days in their query.
    id: endpoint.path.includes('/transaction-models/') ? model : costEstimate,
  };
  const path = endpoint.path.replace(/:(\w+)/g, (_all, name: string) => String(values[name]));
  const search = new URLSearchParams(query).toString().replace('%3AcompanyId', String(ledger.companyId));
  return ledger.services.api.get(`${path}?${search}`, { token: ledger.admin });
};

describe('At the first and last day of the calendar', () => {
  test('every call with a day in its query is tested', () => {
    expect(new Set(questions.map(({ key }) => key)).size).toBeGreaterThanOrEqual(38);
  });

  test('every call answers, or rejects the invalid key in Portuguese, within three seconds', async () => {
    const wrong: string[] = [];
    for (const question of questions) {
      const started = performance.now();
      const { status, body } = await ask(question);
      const took = performance.now() - started;
      const title = `${question.key} ${JSON.stringify(question.query)}`;
      if (took > 3_000) wrong.push(`${title}: ${Math.round(took)} ms`);
      if (status === 200) continue;
      const paths = ((body.fields ?? []) as { path: string }[]).map(({ path }) => path);
      const named = paths.length > 0 && paths.every((path) => Object.hasOwn(question.query, path));
      if (![400, 422].includes(status) || !named)
        wrong.push(`${title}: ${status} ${JSON.stringify(body).slice(0, 160)}`);
    }
    expect(wrong).toEqual([]);
  });
});
