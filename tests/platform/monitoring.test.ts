import { beforeAll, describe, expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { parse } from 'yaml';
import { startGateway } from '#tests/support/gateway.ts';
import { type Known, namedIn, unknownIn } from '#tests/support/promql.ts';
import { startServices } from '#tests/support/services.ts';

interface Rule {
  record?: string;
  alert?: string;
  expr: string;
  for?: string;
  labels?: { severity: string };
  annotations?: { summary: string; runbook: string };
}

interface Panel {
  id: number;
  title: string;
  type: string;
  gridPos: { x: number; y: number; w: number; h: number };
  targets?: { expr: string; legendFormat: string }[];
}

const { groups } = parse(readFileSync('deploy/monitoring/rules.yaml', 'utf8')) as {
  groups: { name: string; rules: Rule[] }[];
};
const rules = groups.flatMap((group) => group.rules);
const records = rules.filter(({ record }) => record !== undefined);
const alerts = rules.filter(({ alert }) => alert !== undefined);
const { panels } = JSON.parse(readFileSync('deploy/monitoring/dashboard.json', 'utf8')) as { panels: Panel[] };
const targets = panels.flatMap((panel) => panel.targets ?? []);

/** Those of bin/metrics.ts, which a process that starts others has beside the registries. */
const OF_SEVERAL = ['prumo_processes', 'prumo_process_restarts_total'];
/** Labels that Prometheus adds to each metric, and PROCESSES to those of its processes. */
const ADDED = ['job', 'instance', 'process'];

/** What prom-client does not declare: the labels of a metric, and the bounds of a histogram. */
interface Declared {
  name: string;
  labelNames: string[];
  upperBounds?: number[];
}

let known: Map<string, ReadonlySet<string>>;
let bounds: Map<string, readonly number[]>;

/** The registries of the product, with a replica that is down: its metrics exist as soon as it is configured. */
beforeAll(async () => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const services = await startServices({
    metrics: registry,
    replica: { url: 'postgres://nobody@127.0.0.1:1/none', maxLagSeconds: 30 },
    logger: { level: 'silent' },
  });
  const gateway = await startGateway({ services: await services.listen(), metrics: registry });
  // They are public fields of its classes, which its types leave out.
  const declared = registry.getMetricsAsArray() as unknown as Declared[];
  known = new Map([...OF_SEVERAL, 'up'].map((name) => [name, new Set(ADDED)]));
  bounds = new Map();
  for (const { name, labelNames, upperBounds } of declared) {
    const labels = new Set([...labelNames, ...ADDED]);
    if (upperBounds === undefined) known.set(name, labels);
    else {
      for (const suffix of ['_sum', '_count']) known.set(name + suffix, labels);
      known.set(`${name}_bucket`, new Set([...labels, 'le']));
      bounds.set(`${name}_bucket`, upperBounds);
    }
  }
  for (const { record = '', expr } of records) {
    const kept = namedIn(expr).groupings.flatMap(({ labels }) => labels);
    known.set(record, new Set(kept.filter((label) => label !== 'le')));
  }
  await gateway.stop();
  await services.stop();
});

/** What Grafana puts in place of its variable. */
const asked = (expr: string): string => expr.replaceAll('$__rate_interval', '5m');

describe('The check of expressions', () => {
  const of: Known = new Map([['seen_total', new Set(['state'])]]);

  test('finds nothing in one that is right', () => {
    expect(unknownIn('sum by (state) (rate(seen_total{state="a"}[5m])) > 0', of)).toEqual([]);
  });

  test.each([
    ['sum(rate(seen_total[5m])', 'unreadable: sum(rate(seen_total[5m])'],
    ['rate(unseen_total[5m])', 'no metric unseen_total'],
    ['seen_total{status="a"}', 'seen_total has no status'],
    ['sum by (kind) (seen_total)', 'seen_total has no kind'],
    ['seen_total / on (kind) seen_total{state="a"}', 'seen_total has no kind'],
  ])('finds what is wrong in %s', (expression, found) => {
    expect(unknownIn(expression, of)).toContain(found);
  });
});

describe('The metrics of the product', () => {
  test('are those that its own checks name', () => {
    // A few by hand, of each part and kind.
    expect([...(known.get('prumo_gateway_operation_duration_seconds_bucket') ?? [])].sort()).toEqual(
      [...ADDED, 'kind', 'le', 'operation', 'outcome'].sort(),
    );
    expect([...(known.get('prumo_services_pool_connections') ?? [])].sort()).toEqual([...ADDED, 'state'].sort());
    for (const name of OF_SEVERAL) expect(readFileSync('bin/metrics.ts', 'utf8')).toContain(`name: '${name}'`);
  });

  test('are all that rules and dashboard name, with their labels', () => {
    expect(rules.length).toBeGreaterThan(25);
    expect(targets.length).toBeGreaterThan(25);
    const expressions = [...rules, ...targets].map(({ expr }) => asked(expr));
    expect(expressions.flatMap((expr) => unknownIn(expr, known))).toEqual([]);
  });

  test('have a bucket at each bound that is asked for', () => {
    const asking = rules.flatMap(({ expr }) =>
      namedIn(expr).selectors.flatMap(({ metric, matchers }) =>
        matchers.filter(({ label }) => label === 'le').map(({ value }) => ({ metric, value })),
      ),
    );
    expect(asking).toHaveLength(5);
    for (const { metric, value } of asking)
      expect([metric, bounds.get(metric)]).toEqual([metric, expect.arrayContaining([Number(value)])]);
  });

  test('have the values of outcome, status and state that are asked for', () => {
    // decision 20 and docs/operations.md, "What to watch".
    const values: Record<string, string[]> = {
      status: ['2xx', '3xx', '4xx', '5xx', 'aborted', 'timeout', 'unreachable'],
      outcome: ['ok', 'refused', 'failed', 'aborted', 'ERROR', 'FAILED'],
      state: ['total', 'idle', 'waiting'],
    };
    const matchers = rules.flatMap(({ expr }) => namedIn(expr).selectors.flatMap((one) => one.matchers));
    const wrong = matchers.flatMap(({ label, value }) =>
      value.split('|').filter((one) => values[label] && !values[label].includes(one)),
    );
    expect(matchers.filter(({ label }) => label in values).length).toBeGreaterThan(20);
    expect(wrong).toEqual([]);
  });
});

describe('The rules', () => {
  test('have one name each, and are used as they are named', () => {
    const names = rules.map(({ record, alert }) => record ?? alert);
    expect(new Set(names).size).toBe(names.length);
    const used = [...rules, ...targets].flatMap(({ expr }) => namedIn(asked(expr)).selectors.map((one) => one.metric));
    expect(records.filter(({ record = '' }) => !used.includes(record))).toEqual([]);
  });

  test('of alerts say how grave they are, what happens, by labels that they have, and where it is explained', () => {
    for (const { alert, expr, labels, annotations } of alerts) {
      expect([alert, labels?.severity]).toEqual([alert, expect.stringMatching(/^(page|ticket)$/)]);
      const [file = '', anchor = ''] = annotations?.runbook.split('#') ?? [];
      const headings = [...readFileSync(file, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
        title
          .toLowerCase()
          .replace(/[^\w ]/g, '')
          .replaceAll(' ', '-'),
      );
      expect([alert, headings]).toEqual([alert, expect.arrayContaining([anchor])]);
      const { selectors, groupings } = namedIn(expr);
      const has = new Set([
        ...selectors.flatMap(({ metric }) => [...(known.get(metric) ?? [])]),
        ...groupings.flatMap((one) => one.labels),
      ]);
      for (const [, label = ''] of annotations?.summary.matchAll(/\$labels\.(\w+)/g) ?? [])
        expect([alert, label, has.has(label)]).toEqual([alert, label, true]);
    }
  });

  test('of budgets burn over two windows, at factors of the share that the SLO allows', () => {
    // 99.9 % and 95 %; 2 % of 30 days in 1 h: 0.02 × 720 = 14.4; 5 % in 6 h: 6; 10 % in 3 days: 1.
    const burning = alerts.filter(({ alert = '' }) => alert.endsWith('Burn'));
    expect(burning.map(({ expr, labels }) => [expr, labels?.severity])).toEqual(
      [
        ['fault', '0.001'],
        ['slow', '0.05'],
      ].flatMap(([of, share]) =>
        [
          ['1h', '5m', '14.4', 'page'],
          ['6h', '30m', '6', 'page'],
          ['3d', '6h', '1', 'ticket'],
        ].map(([long, short, factor, severity]) => [
          `prumo:${of}_ratio:rate${long} > (${factor} * ${share}) and prumo:${of}_ratio:rate${short} > (${factor} * ${share})`,
          severity,
        ]),
      ),
    );
  });
});

describe('The dashboard', () => {
  test('shows every metric of the product that docs/operations.md lists', () => {
    const guide = readFileSync('docs/operations.md', 'utf8');
    const listed = [...guide.matchAll(/^\| (`prumo_.+?) \|/gm)].flatMap(([, cell = '']) => [
      ...cell.matchAll(/prumo_\w+/g),
    ]);
    const shown = [...rules, ...targets].map(({ expr }) => expr).join('\n');
    const missing = [...new Set(listed.map(([name]) => name))].filter((name) => !shown.includes(name));
    expect(listed.length).toBeGreaterThan(15);
    expect(missing).toEqual([]);
  });

  test('has panels that do not lie on each other, each with its own number', () => {
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, index) => `${x + (index % w)},${y + Math.floor(index / w)}`),
    );
    expect(new Set(cells).size).toBe(cells.length);
    expect(panels.every(({ gridPos: { x, w } }) => x + w <= 24)).toBe(true);
  });
});
