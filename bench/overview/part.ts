import { screenDocument } from '../support/documents.ts';
import { Caller, type Shot } from '../support/load.ts';
import { startDatabase, startGateway, startServices } from '../support/product.ts';
import { TODAY } from '../support/books.ts';
import type { Settings } from '../support/settings.ts';
import { median, quantile, round, table } from '../support/table.ts';
import { seedSite, type Site } from './seed.ts';

interface Question {
  name: string;
  /** Whether the gateway is asked; else the services are. */
  gateway?: true;
  shot: () => Shot;
  /** Most that p50 may be, in ms. */
  goal?: number;
}

const GOAL = 200;
/** Of the income statement over 24 months. */
const STATEMENT_GOAL = 300;

const questionsOf = ({ companyId, buildingId, categoryId, token }: Site): Question[] => {
  const company = String(companyId);
  const building = String(buildingId);
  const get = (path: string) => () => ({ path: `/api/v1/engineering/${path}`, token });
  const operation = (operationName: string, variables: object) => () => ({
    path: '/graphql',
    token,
    body: { query: screenDocument(operationName), operationName, variables },
  });
  const overview = `companies/${companyId}/buildings/${buildingId}/appropriations/overview`;
  const statement =
    (query: string, rest = '') =>
    () => ({
      path: `/api/v1/financial/company/${companyId}/financial-statement${rest}?from=2024-12&to=2026-11&${query}`,
      token,
    });
  const closing = (rest: string) => () => ({
    path: `/api/v1/financial/company/${companyId}/month-closings${rest}`,
    token,
  });
  const goal = STATEMENT_GOAL;
  return [
    { name: 'REST: income statement of 24 months, cash', shot: statement('regime=CASH'), goal },
    { name: 'REST: the same by competence', shot: statement('regime=ACCRUAL'), goal },
    { name: 'REST: the same of the obra, cash', shot: statement(`regime=CASH&buildingId=${buildingId}`), goal },
    {
      ...{ name: 'REST: documents behind a category in 24 months', goal: 3_000 },
      shot: statement(`regime=CASH&size=3&figure=category-${categoryId}`, '/documents'),
    },
    { name: 'REST: closed months of a year, with what they lack', goal: 1_000, shot: closing('?year=2026') },
    { name: 'REST: a month with its checklist', goal, shot: closing('/2026-10') },
    {
      name: 'REST: documents of a month without a file',
      goal,
      shot: closing('/2026-10/points/WITHOUT_ATTACHMENT?size=50'),
    },
    {
      name: 'REST: stages by category',
      shot: get(`companies/${companyId}/buildings/${buildingId}/cost-breakdown`),
      goal,
    },
    {
      ...{ name: 'gateway: the screen of the income statement', gateway: true, goal },
      shot: operation('FinancialStatement', {
        ...{ companyId: company, buildingId: null, regime: 'CASH', from: '2025-12', to: '2026-11', compared: true },
        ...{ beforeFrom: '2024-12', beforeTo: '2025-11' },
      }),
    },
    { name: 'REST: appropriations/overview', shot: get(`${overview}?date=${TODAY}`) },
    { name: 'REST: the same in the middle of a month a year ago', shot: get(`${overview}?date=2025-11-13`) },
    { name: 'REST: estimated-vs-actual', shot: get(`estimated-vs-actual?buildingId=${buildingId}&date=${TODAY}`) },
    {
      name: 'REST: estimated-vs-actual of the company',
      shot: get(`companies/${companyId}/estimated-vs-actual?date=${TODAY}`),
    },
    {
      ...{ name: 'gateway: the report of an obra', gateway: true },
      shot: operation('AppropriationsOverview', { companyId: company, buildingId: building, date: TODAY }),
    },
    {
      ...{ name: 'gateway: the report of all obras', gateway: true },
      shot: operation('BuildingsOverview', { companyId: company, date: TODAY }),
    },
    {
      ...{ name: 'gateway: the drawer of an obra', gateway: true },
      shot: operation('BuildingProgress', { buildingId: building, date: TODAY }),
    },
    {
      ...{ name: 'gateway: the card of obras on the dashboard', gateway: true },
      shot: operation('DashboardBuildings', {
        ...{ companyId: company, first: '2026-11-01', last: '2026-11-30', today: TODAY },
      }),
    },
  ];
};

/** An expense of the building, with a share in a stage. */
const saving = (
  { companyId, buildingId, categoryId, partnerId, token }: Site,
  stageId: number,
  turn: number,
): Shot => ({
  path: `/api/v1/financial/company/${companyId}/debit/`,
  token,
  key: `bench-${turn}`,
  body: {
    ...{ documentNumber: `B-${turn}`, grossValue: '300.00', emissionDate: TODAY },
    ...{ category: { id: categoryId }, partner: { id: partnerId } },
    transactionRecordList: [1, 2, 3].map((number) => ({
      ...{ dueDate: `2026-12-${String(number * 5).padStart(2, '0')}`, grossValue: '100.00', forecast: true },
    })),
    transactionRecordBuildings: [
      { building: { id: buildingId }, costEstimateGroup: { id: stageId }, grossValue: '300.00' },
    ],
  },
});

const timed = async (caller: Caller, shotOf: (turn: number) => Shot, rounds: number): Promise<number[]> => {
  const times: number[] = [];
  // The first rounds warm up.
  for (let turn = -3; turn < rounds; turn += 1) {
    const shot = shotOf(turn);
    const started = performance.now();
    const { errors } = JSON.parse(await caller.ask(shot));
    if (errors) throw new Error(JSON.stringify(errors));
    if (turn >= 0) times.push(performance.now() - started);
  }
  return times;
};

const stageOf = async (services: Caller, { companyId, buildingId, token }: Site): Promise<number> => {
  const path = `/api/v1/engineering/companies/${companyId}/buildings/${buildingId}/groups`;
  const { data } = JSON.parse(await services.ask({ path, token }));
  return data.content.at(-1).id;
};

/** (h) Estimated versus actual of a building of a thousand stages, to which all installments of the account belong. */
export const overviewPart = async ({ overview: { installments, rounds }, seed }: Settings): Promise<string> => {
  const database = await startDatabase();
  try {
    const site = await seedSite(database.url, { installments, seed });
    const services = await startServices(database.url);
    const gateway = await startGateway(services.url);
    const [rest, graphql] = [new Caller(services.url, 1), new Caller(gateway.url, 1)];
    const rows: [string, number, number][] = [];
    try {
      for (const { name, gateway: asked, shot, goal = GOAL } of questionsOf(site)) {
        const times = await timed(asked ? graphql : rest, shot, rounds);
        rows.push([name, round(median(times), 1), round(quantile(times, 0.95), 1)]);
        if (median(times) > goal) process.exitCode = 1;
      }
      const stage = await stageOf(rest, site);
      const saved = await timed(rest, (turn) => saving(site, stage, turn), rounds);
      rows.push([
        'REST: save an expense of three installments',
        round(median(saved), 1),
        round(quantile(saved, 0.95), 1),
      ]);
    } finally {
      await Promise.all([rest.close(), graphql.close()]);
      await gateway.stop();
      await services.stop();
    }
    return table(
      [
        `${site.stages} stages, ${installments} installments, ms`,
        `p50 (goal ≤ ${GOAL}, of statements ≤ ${STATEMENT_GOAL})`,
        'p95',
      ],
      rows,
    );
  } finally {
    await database.stop();
  }
};
