import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { INPUTS, inputsOf, variableOf } from '#bench/scale/inputs.ts';
import { firstToBreak, fits, LAYOUTS, limitOf, needOf, useOf } from '#bench/scale/layouts.ts';
import { ANSWERS, loadOf, mixOf } from '#bench/scale/load.ts';
import { scalePart } from '#bench/scale/part.ts';
import { planFor } from '#bench/scale/plan.ts';
import { arrivals, pass, randomOf, simulate } from '#bench/scale/simulate.ts';
import { settings } from '#bench/support/settings.ts';

/** With two round numbers in place of measured ones. */
const inputs = { ...inputsOf({}), logBytes: 25_000, commit: 1 };

/*
 * 10,000 accounts by hand: of 50,000 users 10,000 work, 6 operations a minute each: 1,000 a second. Of 100 operations 62 are lists,
 * 18 documents and 20 payments, and 5 sessions come with them; other work makes 1.3 of each.
 */
describe('The needs of 10,000 accounts, worked out by hand', () => {
  const { load, ...need } = needOf(10_000, 'one machine', inputs);

  test('are the operations of those who work, and what these take of each part', () => {
    expect([load.operations, load.sockets]).toEqual([1_000, 10_000]);
    expect(load.writes).toBeCloseTo(260, 9);
    // 1.3 × (0.62 × 2.4 + 0.18 × 1.6 + 0.2 × 3.1 + 0.05 × 0.6) and so on.
    expect(load.busy.gateway).toBeCloseTo(3.1538, 9);
    expect(load.busy.services).toBeCloseTo(5.4327, 9);
    expect(load.busy.postgres).toBeCloseTo(6.1464, 9);
    // 1.3 × 0.5 × 3.3, and 1.3 × 0.5 × 0.2.
    expect(load.moved).toBeCloseTo(2.145, 9);
    expect(load.asked).toBeCloseTo(0.13, 9);
  });

  test('are processes, cores, memory, disk and connections', () => {
    // 3.1538 ÷ 0.6 × 1.3 = 6.833 and 5.4327 ÷ 0.6 × 1.3 = 11.771 cores, of one process each.
    expect(need.processes).toEqual({ gateway: 7, services: 12 });
    expect(need.cores.gateway).toBeCloseTo(6.8332333, 6);
    expect(need.cores.services).toBeCloseTo(11.77085, 6);
    expect(need.cores.primary).toBeCloseTo(10.244, 9);
    expect(need.connections).toBe(12 * 21);
    expect(need.memory.parts).toBe(19 * 200e6 + 10_000 * 26_000);
    expect(need.memory.database).toBeCloseTo(4.02e9 + 2.52e9, 0);
    expect([need.rows, need.files]).toEqual([40.2e9, 200e9]);
    expect(need.growth).toBe(70.56e9);
    expect(need.logRate).toBeCloseTo(26e6, 3);
  });

  test('are of the processor first, and cost what the machine, its disk and the backups cost', () => {
    const { layout, cells, first, used, databases, parts, cost } = planFor(10_000, inputs);
    expect([layout, cells, first]).toEqual(['one machine', 1, 'processor']);
    // (6.8332 + 11.7709 + 10.244) ÷ 32
    expect(used).toBeCloseTo(0.9015026, 6);
    expect([databases, parts.count]).toEqual([{ count: 1, cores: 32 }, 0]);
    // 32 × 20, 240.2 ÷ 0.7 × 0.1, 240.2 × 2 × 0.02.
    expect(cost.machines).toBe(640);
    expect(cost.disk).toBeCloseTo(34.3142857, 6);
    expect(cost.backup).toBeCloseTo(9.608, 9);
    expect(cost.account).toBeCloseTo(0.0683922, 6);
  });
});

describe('The limit of a database', () => {
  test('is where its commits, one after the other, fill six tenths of a second', () => {
    // 0.026 writes a second of an account: 600 ÷ 0.026 = 23,076.9.
    expect(limitOf('parts apart', inputs)).toBe(23_076);
    expect(firstToBreak(useOf(23_077, 'parts apart', inputs))).toBe('commits in turn');
  });

  test('is its processor where nothing else is scarce, and a replica takes 2.145 of 6.1464 cores', () => {
    const fast = { ...inputs, commit: 0.01, mostConnections: 100_000, mostLogBytes: 1e12 };
    // 32 × 0.6 ÷ 0.00061464, and 32 × 0.6 ÷ (0.00061464 − 0.0002145 + 0.000013).
    expect(limitOf('parts apart', fast)).toBe(31_237);
    expect(limitOf('with a replica', fast)).toBe(46_473);
    expect(firstToBreak(useOf(46_474, 'with a replica', fast))).toBe('processor');
  });

  test.each(LAYOUTS)('holds its accounts and not one more: %s', (layout) => {
    const limit = limitOf(layout, inputs);
    expect([fits(limit, layout, inputs), fits(limit + 1, layout, inputs)]).toEqual([true, false]);
  });

  test('of a million accounts is met by cells that hold them all', () => {
    const { cells, accountsOfCell, parts, databases, cost } = planFor(1_000_000, inputs);
    expect([cells, accountsOfCell]).toEqual([44, 22_728]);
    expect(databases.count).toBe(2 * cells);
    expect(parts.count % cells).toBe(0);
    expect(cost.all).toBeCloseTo(cost.machines + cost.disk + cost.backup, 6);
    expect(cost.account * 1_000_000).toBeCloseTo(cost.all, 6);
  });
});

const accounts = fc.integer({ min: 1, max: 3_000_000 });
const figuresOf = (count: number, layout: (typeof LAYOUTS)[number]): number[] => {
  const { load, processes, cores, memory, ...rest } = needOf(count, layout, inputs);
  const { rows, files, growth, connections, logRate } = rest;
  return [
    ...[load.operations, load.writes, load.sockets, ...Object.values(load.busy), ...Object.values(processes)],
    ...[...Object.values(cores), ...Object.values(memory), rows, files, growth, connections, logRate],
    ...Object.values(useOf(count, layout, inputs)),
  ];
};

test('More accounts never need less', () => {
  fc.assert(
    fc.property(accounts, accounts, fc.constantFrom(...LAYOUTS), (one, other, layout) => {
      const few = figuresOf(Math.min(one, other), layout);
      figuresOf(Math.max(one, other), layout).forEach((many, index) =>
        expect(many).toBeGreaterThanOrEqual(few[index] ?? NaN),
      );
      expect(planFor(Math.max(one, other), inputs).cells).toBeGreaterThanOrEqual(
        planFor(Math.min(one, other), inputs).cells,
      );
    }),
  );
});

test('Every plan holds its accounts, on machines that have the cores that they need', () => {
  fc.assert(
    fc.property(accounts, (count) => {
      const { cells, accountsOfCell, layout, need, parts, databases } = planFor(count, inputs);
      expect(cells * accountsOfCell).toBeGreaterThanOrEqual(count);
      expect(fits(accountsOfCell, layout, inputs)).toBe(true);
      const { gateway, services, primary, replica } = need.cores;
      const needed = cells * (gateway + services + primary + replica);
      expect(parts.count * parts.cores + databases.count * databases.cores).toBeGreaterThanOrEqual(needed);
    }),
  );
});

describe('The simulated queue', () => {
  const waits = (rate: number, station: { servers: number; takes: () => number }): number => {
    const random = randomOf(20_261_121);
    const all = arrivals(200_000, rate, mixOf(inputs), random);
    let taken = 0;
    const takes = (): number => {
      const time = station.takes();
      taken += time;
      return time;
    };
    pass(all, { servers: station.servers, choose: 'first that is free', takes }, random);
    return (all.reduce((sum, { asked, at }) => sum + at - asked, 0) - taken) / all.length;
  };

  test('of one server with equal times waits as Pollaczek and Khinchine say', () => {
    // 0.6 × 1 ms ÷ (2 × 0.4)
    expect(waits(600, { servers: 1, takes: () => 1 }) / 0.75).toBeCloseTo(1, 1);
  });

  test('of two servers with exponential times waits as Erlang says', () => {
    const random = randomOf(7);
    // 1.2 of 2: 45 % wait, 0.45 ms ÷ (2 − 1.2)
    expect(waits(1_200, { servers: 2, takes: () => -Math.log(random()) }) / 0.5625).toBeCloseTo(1, 1);
  });

  test('takes no less than the answers, and the same for the same seed', () => {
    const need = needOf(10_000, 'one machine', inputs);
    const times = simulate(need, inputs, 1);
    // A list takes 1.3 × (2.4 + 4.0) + 3.3 where several processes answer.
    expect(times.p50).toBeGreaterThan(11.6);
    expect(times.p99).toBeGreaterThan(times.p95);
    expect(simulate(need, inputs, 1)).toEqual(times);
    expect(simulate(need, inputs, 2)).not.toEqual(times);
  });
});

describe('The inputs', () => {
  test('are the processor that `bench -- statements` measured for decision 114', () => {
    const decision = readFileSync('docs/decisions/0114-statements-planned-once.md', 'utf8');
    const rows = decision.matchAll(/^\| (list|one expense|payment|session).*\| ([\d.]+) \+ ([\d.]+) \+ ([\d.]+) +\|/gm);
    const measured = [...rows].map(([, , ...parts]) => parts.slice(0, 3).map(Number)).slice(0, 4);
    const taken = Object.values(ANSWERS).map(({ gateway, services, postgres }) => [gateway, services, postgres]);
    expect(taken).toEqual(measured);
  });

  test('name where they were measured, or are called assumptions', () => {
    const decisions = new Set(readdirSync('docs/decisions').map((name) => `decision ${Number(name.slice(0, 4))}`));
    const unknown = Object.values(INPUTS)
      .map(({ source }): string => source)
      .filter((source) => !['assumption', 'the goal'].includes(source))
      .filter((source) => !decisions.has(source) && !existsSync(source));
    expect(unknown).toEqual([]);
  });

  test('come from the environment, which must say numbers above 0', () => {
    expect(inputsOf({ BENCH_SCALE_NEW_INSTALLMENTS: '12.5' }).newInstallments).toBe(12.5);
    expect(loadOf(60, inputsOf({ BENCH_SCALE_PACE: '10' })).operations).toBe(10);
    for (const text of ['0', '-1', 'many', 'Infinity'])
      expect(() => inputsOf({ BENCH_SCALE_COMMIT: text })).toThrow(`BENCH_SCALE_COMMIT=${text}`);
  });

  test('are listed with their variables, and what the part prints stands in docs/scaling.md', async () => {
    const cellsOf = (text: string): string[] =>
      text
        .split('\n')
        .filter((line) => line.startsWith('| ') && !line.startsWith('| -'))
        .map((line) => line.replace(/ +/g, ' ').trim());
    const printed = cellsOf(await scalePart({ ...settings(), seed: 20_261_121, scale: inputsOf({}) }));
    expect(printed.length).toBeGreaterThan(Object.keys(INPUTS).length);
    for (const name of Object.keys(INPUTS)) expect(printed.join('\n')).toContain(`\`${variableOf(name)}\``);
    const written = new Set(cellsOf(readFileSync('docs/scaling.md', 'utf8')));
    expect(printed.filter((line) => !written.has(line))).toEqual([]);
  });

  test('give the numbers that docs/scaling.md tells in words', () => {
    const text = readFileSync('docs/scaling.md', 'utf8');
    const given = inputsOf({});
    const rounded = (value: number): string => Number(value.toPrecision(3)).toLocaleString('en-US');
    const [alone = 0, apart = 0] = LAYOUTS.map((layout) => limitOf(layout, given));
    const { cells, cost } = planFor(1_000_000, given);
    expect(text).toContain(`**Up to ${rounded(alone)} accounts**`);
    expect(text).toContain(`**Up to ${rounded(apart)}**`);
    expect(text).toContain(`**cells**: ${cells} of them for 1,000,000`);
    expect(text).toContain(`An account costs ${rounded(Math.round(100 * cost.account) / 100)} US$ a month`);
  });
});
