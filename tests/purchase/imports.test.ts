import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { counts, faults, of, openImports, statuses, type ImportOffice, type Sheet } from './importKit.ts';
import { stock } from './productKit.ts';

let world: ImportOffice;
beforeAll(async () => (world = await openImports()));
afterAll(() => world.services.stop());

const send: ImportOffice['send'] = (...call) => world.send(...call);
const check: ImportOffice['check'] = (...call) => world.check(...call);
const rowsOf = (sql: string) => world.rowsOf(sql);

describe('Suppliers from a spreadsheet', () => {
  const sheet = [
    ['name', 'taxId', 'phone', 'city', 'active'],
    ['Concreteira Paulista', '11.222.333/0001-81', '(11) 98765-4321', 'São Paulo – SP', 'Sim'],
    ['Eletro Luz', '529.982.247-25', '', 'Santos/SP', ''],
    ['  Tintas   Aquarela ', '', '1133334444', 'Niterói', 'Inativo'],
  ];

  test('are checked without being written, made at once, and the same file again changes nothing', async () => {
    expect(counts(await check('partner', sheet))).toEqual(of(3));
    expect(await rowsOf('select 1 from partners where account_id = $1')).toEqual([]);
    const made = await send('partner', sheet);
    expect([made.status, counts(made), statuses(made)]).toEqual([200, of(3), ['NEW', 'NEW', 'NEW']]);
    const stored = await rowsOf(
      'select id::int, type, name, tax_id, phone, city, state, active, version from partners where account_id = $1 order by id',
    );
    expect(stored.map(({ id: _id, ...row }) => Object.values(row))).toEqual([
      ['SUPPLIER', 'Concreteira Paulista', '11222333000181', '11987654321', 'São Paulo', 'SP', true, 1],
      ['SUPPLIER', 'Eletro Luz', '52998224725', null, 'Santos', 'SP', true, 1],
      ['SUPPLIER', 'Tintas Aquarela', null, '1133334444', 'Niterói', null, false, 1],
    ]);
    expect(made.body.data.rows.map(({ id }: { id: number }) => id)).toEqual(stored.map(({ id }) => id));
    const history = await rowsOf(
      `select action, details ->> 'import' as file, details ->> 'name' as name from audit_log
        where account_id = $1 and entity = 'partner' order by entity_id`,
    );
    expect(history[0]).toEqual({ action: 'create', file: 'controle.xlsx', name: 'Concreteira Paulista' });
    const again = await send('partner', sheet);
    expect([counts(again), statuses(again)]).toEqual([of(0, 0, 3), ['UNCHANGED', 'UNCHANGED', 'UNCHANGED']]);
    expect(
      await rowsOf('select max(version)::int as version, count(*)::int from partners where account_id = $1'),
    ).toEqual([{ version: 1, count: 3 }]);
  });

  test('that exist are found by CPF or CNPJ, else by name, and are updated or kept; a blank cell changes nothing', async () => {
    const changed = [
      ['name', 'taxId', 'phone', 'city'],
      ['Concreteira Paulista SA', '11222333000181', '', 'Campinas'],
      ['tintas aquarela', '', '', 'Niterói'],
      ['Tintas Aquarela', '04.252.011/0001-10', '', ''],
    ];
    const kept = await check('partner', changed, { existing: 'KEEP' });
    expect([counts(kept), faults(kept)]).toEqual([of(0, 0, 0, 2, 1), [[4, 'taxId', 'Repete a linha 3.']]]);
    const done = await send('partner', changed.slice(0, 3));
    expect([counts(done), done.body.data.rows.map(({ changed: fields }: { changed: string[] }) => fields)]).toEqual([
      of(0, 2),
      [['name', 'city'], ['name']],
    ]);
    expect(
      await rowsOf('select name, phone, city, version from partners where account_id = $1 and version = 2 order by id'),
    ).toEqual([
      { name: 'Concreteira Paulista SA', phone: '11987654321', city: 'Campinas', version: 2 },
      { name: 'tintas aquarela', phone: '1133334444', city: 'Niterói', version: 2 },
    ]);
  });

  test('are refused at their cells as the form refuses them, and nothing is imported', async () => {
    const wrong = [
      ['name', 'taxId', 'email', 'phone', 'state', 'active'],
      ['', '111.111.111-11', 'sem arroba', '123', 'XX', 'talvez'],
      ['Boa', '', '', '', '', ''],
      ['boa', '', '', '', '', ''],
      ['x'.repeat(161), '', '', '', '', ''],
    ];
    const expected = [
      [2, 'active', 'Escreva Sim ou Não.'],
      [2, 'taxId', 'Informe um CPF ou CNPJ válido.'],
      [2, 'email', 'Informe um e-mail válido.'],
      [2, 'phone', 'Informe um telefone válido com DDD, como (11) 98765-4321.'],
      [2, 'state', 'Informe a sigla de um estado, como SP.'],
      [2, 'name', 'Campo obrigatório.'],
      [4, 'name', 'Repete a linha 3.'],
      [5, 'name', 'Informe no máximo 160 caracteres.'],
    ];
    const checked = await check('partner', wrong);
    expect([counts(checked), faults(checked)]).toEqual([of(1, 0, 0, 0, 3), expected]);
    const before = await rowsOf('select count(*)::int from partners where account_id = $1');
    const refused = await send('partner', wrong);
    expect([refused.status, refused.body.message]).toEqual([422, 'Confira as células indicadas. Nada foi importado.']);
    expect(refused.body.fields).toEqual(
      expected.map(([line, field, message]) => ({ path: `rows.${Number(line) - 2}.${field}`, message })),
    );
    expect(await rowsOf('select count(*)::int from partners where account_id = $1')).toEqual(before);
  });

  test('a request that is no table of the register is refused at its path', async () => {
    const at = async (sheet: Sheet, more = {}) => {
      const { status, body } = await check('partner', sheet, more);
      return [status, body.fields];
    };
    const one = ['name'];
    expect(
      await at([
        ['name', 'saldo'],
        ['A', '1'],
      ]),
    ).toEqual([400, [{ path: 'columns.1', message: 'Este cadastro não tem este campo.' }]]);
    expect(
      await at([
        ['name', 'name'],
        ['A', 'B'],
      ]),
    ).toEqual([400, [{ path: 'columns.1', message: 'Este campo já tem uma coluna.' }]]);
    expect(await at([one, ['A', 'B']])).toEqual([
      400,
      [{ path: 'rows.0.cells', message: 'Informe 1 células, uma para cada coluna.' }],
    ]);
    expect(await at([one, ['A']], { createMissing: ['name'] })).toEqual([
      400,
      [{ path: 'createMissing.0', message: 'Este campo não cria registros que faltam.' }],
    ]);
    expect(await at([one])).toEqual([400, [{ path: 'rows', message: 'Informe pelo menos um item.' }]]);
    expect(await at([one, ...Array.from({ length: 5001 }, (_, index) => [`F ${index}`])])).toEqual([
      400,
      [{ path: 'rows', message: 'Informe no máximo 5000 itens.' }],
    ]);
    expect(await at([one, ['A']], { desfazer: true })).toEqual([
      400,
      [{ path: 'desfazer', message: 'Campo desconhecido.' }],
    ]);
  });
});

describe('Registers of names from a spreadsheet', () => {
  test('brands and units are found by what their unique keys ignore', async () => {
    expect(counts(await send('brand', [['name'], ['VOTORAN'], ['Tigre'], ['Amanco']]))).toEqual(of(2, 1));
    expect(
      counts(
        await send('unit', [
          ['acronyms', 'description'],
          ['M3', 'Metro cúbico'],
          ['sc', 'Saco'],
        ]),
      ),
    ).toEqual(of(0, 1, 1));
    expect(await rowsOf(`select acronyms from units where account_id = $1 and description = 'Metro cúbico'`)).toEqual([
      { acronyms: 'M3' },
    ]);
  });

  test('categories need the permission of their type, in their cell', async () => {
    const sheet = [
      ['type', 'name', 'statementLine'],
      ['Despesa', 'Concreto e argamassa', 'Custo das obras'],
      ['receita', 'Medições', 'Receita bruta'],
      ['Despesa', 'Diversos', 'Não classificado'],
      ['Outra', 'X', 'Linha inventada'],
    ];
    const checked = await check('category', sheet, {}, await world.office.as(['DEBIT']));
    expect([statuses(checked), faults(checked)]).toEqual([
      ['NEW', 'FAILED', 'NEW', 'FAILED'],
      [
        [3, 'type', 'Você não tem permissão para esta operação.'],
        [5, 'type', 'Escolha um destes valores: Despesa, Receita.'],
        [
          5,
          'statementLine',
          'Escolha um destes valores: Receita bruta, Deduções, Custo das obras, Despesas administrativas, Despesas comerciais, Despesas gerais, Resultado financeiro, IRPJ/CSLL, Fora do resultado, Não classificado.',
        ],
      ],
    ]);
    expect(counts(await send('category', sheet.slice(0, 4)))).toEqual(of(3));
    expect(await rowsOf(`select type, name, statement_line from categories where account_id = $1 order by id`)).toEqual(
      [
        { type: 'DEBIT', name: 'Concreto e argamassa', statement_line: 'CONSTRUCTION_COST' },
        { type: 'CREDIT', name: 'Medições', statement_line: 'GROSS_REVENUE' },
        { type: 'DEBIT', name: 'Diversos', statement_line: null },
      ],
    );
    const unclassified = [
      ['type', 'name', 'statementLine'],
      ['Despesa', 'Concreto e argamassa', 'Não classificado'],
    ];
    expect(counts(await send('category', unclassified))).toEqual(of(0, 1));
  });
});

describe('Product groups from a spreadsheet', () => {
  const tree = () =>
    rowsOf(
      `select array_to_string(place, '.') as place, name from product_groups where account_id = $1 order by place`,
    );

  test('are put into the tree by their codes, or by the group that they are in, whatever the order of the rows', async () => {
    const sheet = [
      ['code', 'name', 'parent'],
      ['02.01', 'Condutores', ''],
      ['02', 'Elétrica', ''],
      ['', 'Cal', 'Cimento, areia e brita'],
      ['', 'Cabos', 'condutores'],
      ['01', 'CIMENTO, areia e brita', ''],
    ];
    const done = await send('group', sheet);
    expect([counts(done), statuses(done)]).toEqual([of(4, 1), ['NEW', 'NEW', 'NEW', 'NEW', 'CHANGED']]);
    expect(await tree()).toEqual([
      { place: '1', name: 'CIMENTO, areia e brita' },
      { place: '1.1', name: 'Aglomerantes' },
      { place: '1.2', name: 'Agregados' },
      { place: '1.3', name: 'Cal' },
      { place: '2', name: 'Elétrica' },
      { place: '2.1', name: 'Condutores' },
      { place: '2.1.1', name: 'Cabos' },
    ]);
    expect(counts(await send('group', sheet))).toEqual(of(0, 0, 5));
    expect(counts(await send('group', [['name'], ['cabos'], ['Hidráulica']]))).toEqual(of(1, 1));
  });

  test('circles, a fifth level, missing and used parents are refused at their cells', async () => {
    await stock(world.services.seed, world.shelf, { code: '1', name: 'Cimento', group: 'binders' });
    const checked = await check('group', [
      ['code', 'name', 'parent'],
      ['', 'A', 'B'],
      ['', 'B', 'A'],
      ['', 'Órfão', 'Não existe'],
      ['9.1', 'Sem pai', ''],
      ['', 'Dentro', 'Aglomerantes'],
      ['', 'Rolos', 'Cabos'],
      ['', 'Fundo demais', 'Rolos'],
    ]);
    expect(faults(checked)).toEqual([
      [2, 'parent', 'O grupo em que este fica tem um erro.'],
      [3, 'parent', 'Um grupo não pode ficar dentro de si mesmo.'],
      [4, 'parent', 'Grupo de insumos não encontrado.'],
      [5, 'code', 'Não há um grupo 9 para este ficar dentro.'],
      [6, 'parent', 'O grupo Aglomerantes tem insumos: mova-os antes de criar grupos dentro dele.'],
      [8, 'parent', 'Os grupos têm no máximo quatro níveis.'],
    ]);
  });
});
