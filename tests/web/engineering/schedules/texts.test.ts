import { describe, expect, test } from '@jest/globals';
import { cellText, readCell } from '#web/engineering/schedules/model/cells.ts';
import { formatPredecessors, parsePredecessors } from '#web/engineering/schedules/model/predecessors.ts';
import { item, link, schedule, TODAY } from './sample.ts';

const ids = new Map([
  ['3.1', 'a'],
  ['2.4', 'b'],
  ['2.M1', 'c'],
]);
const read = (text: string) => parsePredecessors(text, (code) => ids.get(code));
const codes = new Map([...ids].map(([code, id]) => [id, code]));

describe('Predecessors as text', () => {
  test.each([
    ['3.1', [{ from: 'a', type: 'FS', lag: 0, lagUnit: 'WORKING' }]],
    [
      '3.1FS+2d; 2.4SS',
      [
        { from: 'a', type: 'FS', lag: 2, lagUnit: 'WORKING' },
        { from: 'b', type: 'SS', lag: 0, lagUnit: 'WORKING' },
      ],
    ],
    [
      ' 3.1 ff - 3 dc ,2.m1',
      [
        { from: 'a', type: 'FF', lag: -3, lagUnit: 'CALENDAR' },
        { from: 'c', type: 'FS', lag: 0, lagUnit: 'WORKING' },
      ],
    ],
    [
      '3.1TI+1; 2.4IT',
      [
        { from: 'a', type: 'FS', lag: 1, lagUnit: 'WORKING' },
        { from: 'b', type: 'SF', lag: 0, lagUnit: 'WORKING' },
      ],
    ],
    ['', []],
  ])('reads "%s"', (text, links) => {
    expect(read(text)).toEqual({ links });
  });

  test.each([
    ['3.1XX', '"3.1XX" não é uma dependência: escreva 3.1FS+2d'],
    ['3.1+', '"3.1+" não é uma dependência: escreva 3.1FS+2d'],
    ['depois da laje', '"depois da laje" não é uma dependência: escreva 3.1FS+2d'],
    ['9.9', 'Nenhuma tarefa do cronograma tem o item 9.9'],
    ['3.1; 3.1SS', 'O item 3.1 está duas vezes'],
    ['3.1+731', 'A folga vai até 730 dias'],
  ])('refuses "%s"', (text, problem) => {
    expect(read(text)).toEqual({ problem });
  });

  test.each(['3.1', '3.1SS', '3.1FS+2d', '3.1FS-10dc', '3.1; 2.4SS+1d; 2.M1'])('writes "%s" as it reads it', (text) => {
    const found = read(text);
    expect('links' in found && formatPredecessors(found.links, (id) => codes.get(id))).toBe(text);
  });
});

describe('A cell of the table', () => {
  const plan = schedule([item('1.1'), item('1.2')], [link('1.1', '1.2', { lag: 2 })]);
  const [first, second] = plan.items;
  if (!first || !second) throw new Error('Two items.');

  test('shows dates, days, percent and predecessors as they are typed', () => {
    const texts = (['start', 'end', 'days', 'percent', 'predecessors'] as const).map((field) =>
      cellText(field, second, plan),
    );
    expect(texts).toEqual(['23/11/2026', '27/11/2026', '5', '0', '1.1FS+2d']);
  });

  test.each([
    ['start', '1/12', { notBefore: '2026-12-01' }],
    // Monday to Wednesday of the following week: eight working days.
    ['end', '02/12/2026', { duration: 8 }],
    ['days', '12', { duration: 12 }],
    ['percent', '37,5', { percentComplete: '37.50', startedOn: '2026-11-23' }],
  ] as const)('reads %s "%s"', (field, text, fields) => {
    const cell = readCell(field, text, { item: first, schedule: plan, today: TODAY });
    expect('edit' in cell && cell.edit(plan).items[0]).toEqual({ ...first, ...fields });
  });

  test.each([
    ['start', 'amanhã cedo', 'Não é uma data'],
    ['end', '20/11/2026', 'O fim é antes do início'],
    ['days', '0', 'Informe os dias úteis, ao menos um'],
    ['days', '1,5', 'Informe os dias úteis, ao menos um'],
    ['percent', '101', 'O avanço vai de 0 a 100 %'],
    ['percent', 'metade', 'Não é um percentual'],
    ['predecessors', '1.1', 'Um item não depende de si mesmo.'],
  ] as const)('refuses %s "%s"', (field, text, problem) => {
    expect(readCell(field, text, { item: first, schedule: plan, today: TODAY })).toEqual({ problem });
  });
});
