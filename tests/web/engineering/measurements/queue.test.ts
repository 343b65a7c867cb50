import { describe, expect, test } from '@jest/globals';
import { readCell } from '#web/engineering/measurements/model/cells.ts';
import {
  LineQueue,
  type PendingLines,
  type Sent,
  type StoredLine,
} from '#web/engineering/measurements/model/lineQueue.ts';
import { searchedRow, shownRows, type MeasuredRow } from '#web/engineering/measurements/model/rows.ts';
import { foundIndexes } from '#web/form/tree/foundIndexes.ts';

const stored = (id: string, accumulated: string, version = 0): StoredLine => ({
  ...{ id, accumulated, version, excessConfirmed: false, reason: null, updatedAt: null, updatedBy: null },
});
const two = [stored('1', '10.0000'), stored('2', '20.0000')];

/** A queue whose calls are answered by the test, one after the other. */
const queueWith = (kept: PendingLines = {}) => {
  const calls: string[][] = [];
  const answers: ((sent: Sent) => void)[] = [];
  let device: PendingLines = kept;
  const refused: string[] = [];
  const queue = new LineQueue(two, kept, {
    send: (lines) => {
      calls.push(lines.map(({ id, accumulated, version }) => `${id}:${accumulated}@${version}`));
      return new Promise((resolve) => void answers.push(resolve));
    },
    keep: (pending) => {
      device = pending;
    },
    refused: (sentence) => void refused.push(sentence),
  });
  const answer = async (sent: Sent) => {
    answers.shift()?.(sent);
    await new Promise(setImmediate);
  };
  return { queue, calls, answer, refused, device: () => device };
};
const type = (queue: LineQueue, id: string, accumulated: string) => queue.type([{ id, accumulated }]);

describe('Lines that are typed in', () => {
  test('stay on the device until they are stored, and are sent once', async () => {
    const { queue, calls, answer, device } = queueWith();
    type(queue, '1', '11.0000');
    type(queue, '1', '12.0000');
    expect(device()).toMatchObject({ '1': { accumulated: '12.0000', version: 0 } });
    void queue.flush();
    void queue.flush();
    await answer({ saved: [stored('1', '12.0000', 1)], conflicts: [] });
    expect(calls).toEqual([['1:12.0000@0']]);
    expect(device()).toEqual({});
    expect(queue.snapshot()).toMatchObject({ waiting: 0, sendable: 0, sending: false, last: { id: '1', version: 1 } });
  });

  test('go with the next call, on the new version, when they are typed again meanwhile', async () => {
    const { queue, calls, answer } = queueWith();
    type(queue, '1', '11.0000');
    void queue.flush();
    type(queue, '1', '13.0000');
    await answer({ saved: [stored('1', '11.0000', 1)], conflicts: [] });
    expect(calls).toEqual([['1:11.0000@0'], ['1:13.0000@1']]);
    expect(queue.snapshot().lines.get('1')?.accumulated).toBe('13.0000');
  });

  test('wait without a connection, and go together when it is back', async () => {
    const { queue, calls, answer, device } = queueWith();
    type(queue, '1', '11.0000');
    void queue.flush();
    await answer({ unreachable: true });
    type(queue, '2', '21.0000');
    expect(queue.snapshot()).toMatchObject({ offline: true, waiting: 2 });
    expect(Object.keys(device())).toEqual(['1', '2']);
    void queue.flush();
    await answer({ saved: [stored('1', '11.0000', 1), stored('2', '21.0000', 1)], conflicts: [] });
    expect(calls.at(-1)).toEqual(['1:11.0000@0', '2:21.0000@0']);
    expect(queue.snapshot()).toMatchObject({ offline: false, waiting: 0 });
  });

  test.each([
    [true, '11.0000', [['1:11.0000@0'], ['1:11.0000@4']]],
    [false, '15.0000', [['1:11.0000@0']]],
  ])('that somebody else has changed wait for a decision (one’s own: %s)', async (mine, value, expected) => {
    const { queue, calls, answer } = queueWith();
    type(queue, '1', '11.0000');
    void queue.flush();
    await answer({ saved: [], conflicts: [stored('1', '15.0000', 4)] });
    expect(queue.snapshot()).toMatchObject({ waiting: 1, sendable: 0 });
    expect(queue.snapshot().conflicts.get('1')?.accumulated).toBe('15.0000');
    queue.resolve('1', mine);
    void queue.flush();
    expect(queue.snapshot().lines.get('1')?.accumulated).toBe(value);
    expect(calls).toEqual(expected);
  });

  test('are not sent again by themselves when the sheet refuses them', async () => {
    const { queue, calls, answer, refused } = queueWith();
    type(queue, '1', '11.0000');
    void queue.flush();
    await answer({ refused: 'A medição está fechada.' });
    void queue.flush();
    expect(calls).toHaveLength(1);
    expect(refused).toEqual(['A medição está fechada.']);
    expect(queue.snapshot()).toMatchObject({ waiting: 1, sendable: 0 });
  });

  test('of an earlier visit are taken up, but those that are stored already', () => {
    const entry = { excessConfirmed: false, reason: null, version: 0 };
    const { queue } = queueWith({
      '1': { accumulated: '10.0000', ...entry },
      '2': { accumulated: '25.0000', ...entry },
      '9': { accumulated: '1.0000', ...entry },
    });
    expect(queue.snapshot()).toMatchObject({ waiting: 1 });
    expect(queue.snapshot().lines.get('2')?.accumulated).toBe('25.0000');
  });
});

const line = {
  ...{ quantity: '386.0000', unitPrice: '214.6000', total: null, previous: '46.0000', previousValue: null },
  ...{ accumulated: '46.0000', excessConfirmed: false, reason: null },
};

describe('A cell of a sheet', () => {
  test.each([
    ['quantity', 'ACCUMULATED', '120', { accumulated: '120.0000' }],
    ['percentage', 'ACCUMULATED', '50 %', { accumulated: '193.0000' }],
    ['percentage', 'ACCUMULATED', '31,09', { accumulated: '120.0074' }],
    ['quantity', 'PERIOD', '74', { accumulated: '120.0000' }],
    ['quantity', 'PERIOD', '-6', { accumulated: '40.0000' }],
    ['quantity', 'PERIOD', '-47', { problem: 'O acumulado não pode ficar negativo' }],
    ['quantity', 'ACCUMULATED', 'doze', { problem: 'Não é um número com até 4 casas decimais' }],
    ['quantity', 'ACCUMULATED', '', { accumulated: '0.0000' }],
  ] as const)('reads %s (%s) "%s"', (column, mode, text, expected) => {
    expect(readCell(line, column, mode, text)).toEqual(expected);
  });

  test('takes no percentage where nothing is contracted', () => {
    expect(readCell({ ...line, quantity: null }, 'percentage', 'ACCUMULATED', '10')).toEqual({
      problem: 'Sem quantidade contratada: digite a quantidade',
    });
  });
});

const row = (id: string, level: number, group: boolean, description: string): MeasuredRow => ({
  ...{ level, group, line: group ? null : line },
  facts: { id, code: id, description, unit: null, level, group, contract: null },
});
const rows = [
  row('1', 0, true, 'Revestimentos'),
  row('1.1', 1, true, 'Cerâmicas'),
  row('1.1.1', 2, false, 'Porcelanato'),
  row('1.2', 1, false, 'Reboco'),
  row('2', 0, true, 'Pintura'),
  row('2.1', 1, false, 'Látex'),
];

describe('Rows of a sheet', () => {
  test.each([
    ['', [0, 1, 2, 3, 4, 5]],
    ['porcelanato', [0, 1, 2]],
    ['ceramicas', [0, 1, 2]],
    ['pintura', [4, 5]],
    ['telhado', []],
  ])('are found by "%s" with the stages that they are in', (search, expected) => {
    expect(foundIndexes(rows, search, searchedRow)).toEqual(expected);
  });

  test('in a folded stage are not shown, and a line that needs a word has a band below it', () => {
    const shown = shownRows({
      rows,
      indexes: [0, 1, 2, 3, 4, 5],
      folded: new Set(['1.1']),
      bandOf: (index) => (index === 5 ? 'word' : null),
    });
    expect(shown.map(({ key }) => key)).toEqual(['1', '1.1', '1.2', '2', '2.1', '2.1/word']);
  });
});
