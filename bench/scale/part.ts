import type { Settings } from '../support/settings.ts';
import { round, table } from '../support/table.ts';
import { INPUTS, type Inputs, variableOf } from './inputs.ts';
import { firstToBreak, LAYOUTS, limitOf, useOf } from './layouts.ts';
import { ANSWERS, mixOf } from './load.ts';
import { type Plan, planFor } from './plan.ts';
import { simulate } from './simulate.ts';

const ACCOUNTS = [1, 100, 10_000, 100_000, 1_000_000];

/** Numbers as people read them: three digits count. */
const shown = (value: number): string =>
  value === 0 ? '0' : Number(value.toPrecision(3)).toLocaleString('en-US', { maximumFractionDigits: 20 });
const gigabytes = (bytes: number): string => shown(bytes / 1e9);

const inputsTable = (inputs: Inputs): string =>
  table(
    ['input', 'value', 'what', 'source'],
    Object.entries(INPUTS).map(([name, { value, unit, means, source }]) => {
      const given = inputs[name as keyof Inputs];
      return [`\`${variableOf(name)}\``, shown(given), `${unit} ${means}`, given === value ? source : 'given'];
    }),
  );

const answersTable = (inputs: Inputs): string =>
  table(
    ['answer', 'gateway, ms', 'services, ms', 'PostgreSQL, ms', 'for each operation'],
    Object.entries(mixOf(inputs)).map(([name, share]) => {
      const { gateway, services, postgres } = ANSWERS[name as keyof typeof ANSWERS];
      return [name, gateway, services, postgres, round(share)];
    }),
  );

const needsTable = (plans: readonly Plan[]): string =>
  table(
    [
      'accounts',
      'operations a second',
      'busy cores: gateway + services + PostgreSQL',
      'memory of parts + database, GB',
      'rows + files, GB',
      'more a year, GB',
      'connections',
      'log, MB a second',
      'commits a second',
    ],
    plans.map(({ accounts, cells, need: { load, memory, rows, files, growth, connections, logRate } }) => [
      shown(accounts),
      shown(cells * load.operations),
      [load.busy.gateway, load.busy.services, load.busy.postgres].map((cores) => shown(cells * cores)).join(' + '),
      `${gigabytes(cells * memory.parts)} + ${gigabytes(cells * memory.database)}`,
      `${gigabytes(cells * rows)} + ${gigabytes(cells * files)}`,
      gigabytes(cells * growth),
      shown(cells * connections),
      shown((cells * logRate) / 1e6),
      shown(cells * load.writes),
    ]),
  );

const machinesTable = (plans: readonly Plan[], inputs: Inputs, seed: number): string =>
  table(
    [
      'accounts',
      'layout',
      'cells × accounts',
      'machines: parts; databases',
      'processes of a cell: gateway + services',
      'used most (of all that may be)',
      'waiting and processor, ms: p50, p95, p99',
      'US$ a month',
      'US$ an account',
    ],
    plans.map((plan) => {
      const { need, parts, databases, cost } = plan;
      const { p50, p95, p99 } = simulate(need, inputs, seed);
      return [
        shown(plan.accounts),
        plan.layout,
        `${shown(plan.cells)} × ${shown(plan.accountsOfCell)}`,
        `${parts.count} of ${parts.cores} cores; ${databases.count} of ${databases.cores}`,
        `${need.processes.gateway} + ${need.processes.services}`,
        `${plan.first}, ${Math.round(100 * plan.used)} %`,
        [p50, p95, p99].map((time) => round(time, 0)).join(', '),
        shown(cost.all),
        shown(cost.account),
      ];
    }),
  );

/** What breaks at the limit of each layout, and how near the others are. */
const limitsTable = (inputs: Inputs): string =>
  table(
    ['layout', 'holds accounts', 'then breaks', 'used then, of all that may be'],
    LAYOUTS.map((layout) => {
      const limit = limitOf(layout, inputs);
      const use = useOf(limit + 1, layout, inputs);
      const rest = Object.entries(use).sort(([, a], [, b]) => b - a);
      return [
        layout,
        shown(limit),
        firstToBreak(use),
        rest.map(([name, used]) => `${name} ${Math.round(100 * used)} %`).join(', '),
      ];
    }),
  );

const MOST = ACCOUNTS.at(-1) ?? 1;
/** A change of cells or costs that is worth telling. */
const WORTH = 0.05;
/** Shares that are more than all when doubled. */
const NEVER_DOUBLED = ['utilisation', 'diskFill'];

/** Which assumptions matter: each one doubled alone, for the largest number of accounts. */
const doubledTable = (inputs: Inputs): string => {
  const { cells, cost } = planFor(MOST, inputs);
  const rows = Object.entries(INPUTS).flatMap(([name, { source }]) => {
    if (source !== 'assumption' || NEVER_DOUBLED.includes(name)) return [];
    const doubled = planFor(MOST, { ...inputs, [name]: 2 * inputs[name as keyof Inputs] });
    const changes = [doubled.cells / cells, doubled.cost.account / cost.account];
    if (changes.every((change) => Math.abs(change - 1) < WORTH)) return [];
    return [[`2 × ${name}`, shown(doubled.cells), doubled.first, shown(doubled.cost.account)]];
  });
  return table(
    [`${shown(MOST)} accounts`, 'cells', 'used most', 'US$ an account'],
    [['as above', shown(cells), planFor(MOST, inputs).first, shown(cost.account)], ...rows],
  );
};

/**
 * (s) What so many accounts need: a model of what was measured elsewhere and of assumptions, which says of each number what it is.
 * Measures nothing itself, and gives the same answer on every machine.
 */
export const scalePart = async ({ scale, seed }: Settings): Promise<string> => {
  const plans = ACCOUNTS.map((accounts) => planFor(accounts, scale));
  return [
    answersTable(scale),
    inputsTable(scale),
    needsTable(plans),
    machinesTable(plans, scale, seed),
    limitsTable(scale),
    doubledTable(scale),
  ].join('\n\n');
};
