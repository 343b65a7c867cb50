import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { CSV_DATASETS, csvEndpoints } from '#schema/csv/csv.rest.ts';

/** Columns of each dataset as "Título: KIND", in the order of the file. */
type Published = Record<string, string[]>;

const FILE = 'schema/published/csv.json';

const present: Published = Object.fromEntries(
  CSV_DATASETS.map(({ key, columns }) => [key, Object.values(columns).map(({ title, kind }) => `${title}: ${kind}`)]),
);
const read = (): Published => JSON.parse(readFileSync(FILE, 'utf8')) as Published;

/** What was promised and is no longer so: each column at its place, whatever follows the last one. */
const broken = (promised: Published, now: Published): string[] =>
  Object.entries(promised).flatMap(([dataset, columns]) =>
    columns.flatMap((column, at) =>
      now[dataset]?.[at] === column
        ? []
        : [`${dataset}, column ${at + 1}: ${column}, now ${now[dataset]?.[at] ?? 'gone'}`],
    ),
  );

const breaches = broken(read(), present);
// What breaks is not published: the next comparison would not see it any more.
if (process.env['PUBLISH_CONTRACT'] && breaches.length === 0)
  writeFileSync(FILE, `${JSON.stringify(present, null, 2)}\n`);

describe('The columns of CSV datasets', () => {
  test('are those that were promised, at their places', () => {
    expect(breaches).toEqual([]);
  });

  test('are promised as soon as they are there', () => {
    expect(present).toEqual(read());
  });

  test('may be followed by new ones, but not renamed, moved, retyped or dropped', () => {
    const promised = { orders: ['Id: ID', 'Pedido: TEXT'] };
    expect(broken(promised, { orders: ['Id: ID', 'Pedido: TEXT', 'Nova: TEXT'], more: [] })).toEqual([]);
    expect(broken(promised, { orders: ['Id: ID', 'Número: TEXT'] })).toEqual([
      'orders, column 2: Pedido: TEXT, now Número: TEXT',
    ]);
    expect(broken(promised, { orders: ['Pedido: TEXT', 'Id: ID'] })).toHaveLength(2);
    expect(broken(promised, { orders: ['Id: ID', 'Pedido: DECIMAL'] })).toHaveLength(1);
    expect(broken(promised, { orders: ['Id: ID'] })).toEqual(['orders, column 2: Pedido: TEXT, now gone']);
    expect(broken(promised, {})).toHaveLength(2);
  });

  test('have titles of their own in each dataset, and each dataset has a path', () => {
    for (const { key, columns } of CSV_DATASETS) {
      const titles = Object.values(columns).map(({ title }) => title);
      expect([key, new Set(titles).size]).toEqual([key, titles.length]);
    }
    expect(Object.values(csvEndpoints).map(({ path }) => path.split('/').at(-1))).toEqual(
      CSV_DATASETS.map(({ key }) => key),
    );
  });
});
