import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { counts, faults, importOf, of, openImports, statuses, undone, type ImportOffice } from './importKit.ts';

let world: ImportOffice;
beforeAll(async () => (world = await openImports()));
afterAll(() => world.services.stop());

const SKIP = { faulty: 'SKIP' };
const partners = () => world.rowsOf('select id::int, name, phone from partners where account_id = $1 order by id');

describe('An import that skips rows at fault', () => {
  const sheet = [
    ['name', 'phone'],
    ['Concreteira Paulista', '(11) 98765-4321'],
    ['Sem telefone certo', '123'],
    ['Eletro Luz', ''],
    ['eletro luz', '11 3333-4444'],
  ];

  test('writes the others, and answers each row in the order of the request', async () => {
    const done = await world.send('partner', sheet, SKIP);
    expect([done.status, counts(done), statuses(done)]).toEqual([
      200,
      of(2, 0, 0, 0, 2),
      ['NEW', 'FAILED', 'NEW', 'FAILED'],
    ]);
    expect(faults(done)).toEqual([
      [3, 'phone', 'Informe um telefone válido com DDD, como (11) 98765-4321.'],
      [5, 'name', 'Repete a linha 4.'],
    ]);
    const stored = await partners();
    expect(stored.map(({ name, phone }) => [name, phone])).toEqual([
      ['Concreteira Paulista', '11987654321'],
      ['Eletro Luz', null],
    ]);
    expect(done.body.data.rows.map(({ id }: { id?: number }) => id)).toEqual([
      stored[0]?.['id'],
      undefined,
      stored[1]?.['id'],
      undefined,
    ]);
  });

  test('leaves the same as without them, and is undone as a whole', async () => {
    const again = await world.send('partner', sheet, SKIP);
    // The last row, which repeated one of the file, is at fault as before.
    expect([statuses(again), importOf(again)]).toEqual([['UNCHANGED', 'FAILED', 'UNCHANGED', 'FAILED'], null]);
    const changed = [
      ['name', 'phone'],
      ['Concreteira Paulista', '1133334444'],
      ['Novo', 'x'],
    ];
    const done = await world.send('partner', changed, SKIP);
    expect(counts(done)).toEqual(of(0, 1, 0, 0, 1));
    const undo = await world.undo('partner', importOf(done));
    expect([undo.body.data.counts, (await partners())[0]]).toEqual([
      undone(0, 1),
      expect.objectContaining({ name: 'Concreteira Paulista', phone: '11987654321' }),
    ]);
  });

  test('skips what stands in a skipped row, too', async () => {
    const groups = [
      ['code', 'name', 'parent'],
      ['', 'Estrutura', ''],
      ['', 'x'.repeat(161), ''],
      ['', 'Aço', 'Estrutura'],
      ['', 'Órfão', 'x'.repeat(161)],
      ['', 'Neto', 'Órfão'],
    ];
    const done = await world.send('group', groups, SKIP);
    expect([done.status, statuses(done)]).toEqual([200, ['NEW', 'FAILED', 'NEW', 'FAILED', 'FAILED']]);
    expect(
      await world.rowsOf(
        `select g.name, p.name as parent from product_groups g left join product_groups p on p.id = g.parent_id
          where g.account_id = $1 and g.name in ('Estrutura', 'Aço', 'Órfão', 'Neto') order by g.id`,
      ),
    ).toEqual([
      { name: 'Estrutura', parent: null },
      { name: 'Aço', parent: 'Estrutura' },
    ]);
  });

  test('of which no row is sound writes nothing, and says so in each row', async () => {
    const done = await world.send('partner', [['name'], [''], ['x'.repeat(161)]], SKIP);
    expect([done.status, counts(done), importOf(done)]).toEqual([200, of(0, 0, 0, 0, 2), null]);
  });

  test('asks the database as often for many rows as for few', async () => {
    const many = (count: number, tag: string) => [
      ['name', 'phone'],
      ...Array.from({ length: count }, (_, index) => [`${tag} ${index}`, index % 2 === 0 ? '' : '1']),
    ];
    const queries = async (count: number, tag: string) => {
      const { headers, status } = await world.send('partner', many(count, tag), SKIP);
      return [status, headers['x-sql-queries']];
    };
    expect(await queries(200, 'Muitos')).toEqual(await queries(4, 'Poucos'));
  });

  test('refuses what is no table of the register, and an unknown word, as any other does', async () => {
    const wrong = await world.send('partner', [['saldo'], ['1']], SKIP);
    expect([wrong.status, wrong.body.fields[0].path]).toEqual([400, 'columns.0']);
    const word = await world.send('partner', [['name'], ['A']], { faulty: 'IGNORE' });
    expect([word.status, word.body.fields[0].path]).toEqual([400, 'faulty']);
  });
});
