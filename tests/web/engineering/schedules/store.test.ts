import { describe, expect, test } from '@jest/globals';
import type { ScheduleInput } from '#web/generated/engineering.ts';
import {
  addDaysOff,
  addItems,
  plainLink,
  removeItems,
  setDuration,
  setLink,
  setPercent,
  setStart,
  setWeekdays,
  shiftStart,
} from '#web/engineering/schedules/model/edits.ts';
import { changesBetween } from '#web/engineering/schedules/model/changes.ts';
import { replan, type Edit, type Schedule } from '#web/engineering/schedules/model/schedule.ts';
import { ScheduleStore, type Saved } from '#web/engineering/schedules/model/store.ts';
import { item, link, schedule, TODAY } from './sample.ts';

const plan = () => replan(schedule([item('a'), item('b')], [link('a', 'b')]), TODAY);

const changesOf = (edit: Edit) => changesBetween(plan(), replan(edit(plan()), TODAY));

describe('An edit as one call', () => {
  test.each<[string, Edit, ScheduleInput | null]>([
    ['of a start', setStart('a', '2026-12-01'), { items: [{ id: 'a', startDate: '2026-12-01' }] }],
    [
      'of a start by one working day over a weekend',
      shiftStart('b', -1),
      { items: [{ id: 'b', startDate: '2026-11-27' }] },
    ],
    ['of a duration', setDuration('a', 8), { items: [{ id: 'a', duration: 8 }] }],
    [
      'of progress',
      setPercent('a', '40.00'),
      { items: [{ id: 'a', percentComplete: '40.00', startedOn: '2026-11-23' }] },
    ],
    ['of Saturdays', setWeekdays({ workOnSaturdays: true }), { workOnSaturdays: true }],
    ['of nothing', setDuration('a', 5), null],
    [
      'of the same link',
      setLink(link('a', 'b', { id: 'other', lag: 2 })),
      { links: [{ id: 'a-b', type: 'FS', lag: 2, lagUnit: 'WORKING' }] },
    ],
    ['of a removed item, whose links go with it', removeItems(['a']), { items: [{ id: 'a', removed: true }] }],
    [
      'of a day off',
      addDaysOff([{ date: '2026-11-25', type: 'RAIN', description: 'Chuva' }]),
      { daysOff: [{ date: '2026-11-25', type: 'RAIN', description: 'Chuva' }] },
    ],
  ])('%s', (_, edit, changes) => {
    expect(changesOf(edit)).toEqual(changes);
  });

  test('of new rows one after the other links them by their keys', () => {
    const row = (id: string) => ({ row: { id, code: id, description: id }, duration: 3, notBefore: null });
    const changes = changesOf(addItems([row('x'), row('y')], { chained: true, today: TODAY }));
    const [first, second] = changes?.items ?? [];
    expect(changes?.items).toEqual([
      { key: first?.key, costEstimateItemId: 'x', duration: 3 },
      { key: second?.key, costEstimateItemId: 'y', duration: 3 },
    ]);
    expect(changes?.links).toEqual([
      { fromKey: first?.key, toKey: second?.key, type: 'FS', lag: 0, lagUnit: 'WORKING' },
    ]);
  });
});

/** A store whose saves are answered one by one. */
const storeOf = (loaded: Schedule) => {
  const sent: ScheduleInput[] = [];
  const answers: ((saved: Saved) => void)[] = [];
  const refusals: string[] = [];
  const store = new ScheduleStore(loaded, {
    save: (_, changes) => {
      sent.push(changes);
      return new Promise((resolve) => answers.push(resolve));
    },
    refused: (sentence) => refusals.push(sentence),
    today: () => TODAY,
  });
  const answer = async (saved: Saved): Promise<void> => {
    answers.shift()?.(saved);
    await new Promise((resolve) => setImmediate(resolve));
  };
  const startOf = (id: string) => store.snapshot().schedule.items.find((one) => one.id === id)?.startDate;
  return { store, sent, refusals, answer, startOf };
};

describe('The store', () => {
  test('shows an edit before it is saved, and takes the answer of the service', async () => {
    const { store, sent, answer, startOf } = storeOf(plan());
    expect(store.edit(setDuration('a', 7))).toBeNull();
    // Seven days from Monday, 23 November, end on Tuesday, 1 December.
    expect([startOf('b'), store.snapshot().saving]).toEqual(['2026-12-02', true]);
    await answer({ stored: replan({ ...setDuration('a', 8)(plan()), version: 4 }, TODAY) });
    expect([startOf('b'), store.snapshot().saving, sent.length]).toEqual(['2026-12-03', false, 1]);
  });

  test('sends edits that were made while a save was on its way together, after it', async () => {
    const { store, sent, answer } = storeOf(plan());
    store.edit(setDuration('a', 6));
    store.edit(setDuration('a', 7));
    store.edit(setDuration('b', 2));
    expect(sent).toEqual([{ items: [{ id: 'a', duration: 6 }] }]);
    await answer({ stored: replan(setDuration('a', 6)(plan()), TODAY) });
    expect(sent[1]).toEqual({
      items: [
        { id: 'a', duration: 7 },
        { id: 'b', duration: 2 },
      ],
    });
  });

  test('tells a circle in words and sends nothing', () => {
    const { store, sent } = storeOf(plan());
    const closing = plainLink('b', 'a');
    expect(store.edit(setLink(closing), { link: closing })).toBe(
      'Esta dependência fecha um círculo: Serviço a → Serviço b → Serviço a.',
    );
    expect(sent).toEqual([]);
  });

  test('takes back what the service refuses, with its sentence', async () => {
    const { store, refusals, answer, startOf } = storeOf(plan());
    store.edit(setStart('a', '2026-12-01'));
    await answer({ refused: 'O avanço vai até 100 %.' });
    expect([startOf('a'), refusals]).toEqual(['2026-11-23', ['O avanço vai até 100 %.']]);
  });

  test('undoes a removal with its links, and does it again', async () => {
    const { store, sent, answer, startOf } = storeOf(plan());
    store.edit(removeItems(['a']));
    await answer({ stored: replan(removeItems(['a'])(plan()), TODAY) });
    store.undo();
    expect(store.snapshot().schedule.links).toHaveLength(1);
    const key = sent[1]?.items?.[0]?.key;
    expect(sent[1]).toEqual({
      items: [{ key, costEstimateItemId: 'ra', duration: 5 }],
      links: [{ fromKey: key, toId: 'b', type: 'FS', lag: 0, lagUnit: 'WORKING' }],
    });
    // The service gives the item another key; undo and redo find it by its row.
    const again = schedule([item('b'), item('c', { costEstimateItem: item('a').costEstimateItem })], [link('c', 'b')]);
    await answer({ stored: replan(again, TODAY) });
    expect(startOf('b')).toBe('2026-11-30');
    store.redo();
    expect(sent[2]).toEqual({ items: [{ id: 'c', removed: true }] });
  });

  test('keeps what was edited on a new item while it was being saved, under the id that it got', async () => {
    const { store, sent, answer } = storeOf(plan());
    const row = { id: 'rx', code: 'x', description: 'Serviço x' };
    const stage = { id: 's', code: '1', description: 'Etapa' };
    const marco = { row: stage, milestone: 'Marco', duration: 0, notBefore: null };
    store.edit(addItems([{ row, duration: 3, notBefore: null }, marco, marco], { chained: false, today: TODAY }));
    const [x = '', first = '', second = ''] = (sent[0]?.items ?? []).map(({ key }) => key ?? '');
    store.edit(setDuration(x, 9));
    store.edit(setStart(second, '2026-12-01'));
    store.edit(setLink(plainLink('a', x)));
    store.edit(removeItems([first]));
    const stored = [
      ...[item('a'), item('b'), item('31', { costEstimateItem: row, duration: 3 })],
      ...['32', '33'].map((id) => item(id, { costEstimateItem: stage, milestone: 'Marco', duration: 0 })),
    ];
    await answer({ stored: replan(schedule(stored, [link('a', 'b')]), TODAY) });
    expect(sent[1]).toEqual({
      items: [
        { id: '32', removed: true },
        { id: '31', duration: 9 },
        { id: '33', startDate: '2026-12-01' },
      ],
      links: [{ fromId: 'a', toId: '31', type: 'FS', lag: 0, lagUnit: 'WORKING' }],
    });
    expect([x, second].map((key) => store.snapshot().names.get(key))).toEqual(['31', '33']);
  });

  test('keeps an edit when somebody else has saved, and applies it again on demand', async () => {
    const { store, sent, answer, startOf } = storeOf(plan());
    store.edit(setDuration('a', 7));
    const theirs = replan({ ...setDuration('b', 9)(plan()), version: 9 }, TODAY);
    await answer({ theirs });
    expect(store.snapshot()).toMatchObject({ conflict: true, canUndo: false });
    expect(startOf('b')).toBe('2026-12-02');
    store.resolve(true);
    expect(store.snapshot().conflict).toBe(false);
    expect(store.snapshot().schedule.items.map(({ duration }) => duration)).toEqual([7, 9]);
    expect(sent[1]).toEqual({ items: [{ id: 'a', duration: 7 }] });
  });

  test('gives an edit up when that is wanted', async () => {
    const { store, sent, answer } = storeOf(plan());
    store.edit(setDuration('a', 7));
    await answer({ theirs: plan() });
    store.resolve(false);
    expect(store.snapshot().schedule.items.map(({ duration }) => duration)).toEqual([5, 5]);
    expect(sent).toHaveLength(1);
  });
});
