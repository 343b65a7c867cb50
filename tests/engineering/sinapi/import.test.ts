import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { openOffice, type Office } from '#tests/financial/officeKit.ts';
import { startServices, type TestServices } from '#tests/support/services.ts';
import { REGIMES, STATES, type Month, type Priced } from '#tests/support/sinapi/model.ts';
import { workbookOf, type WorkbookOptions } from '#tests/support/sinapi/workbook.ts';
import { countAll, edited, importsOf, smallMonth } from './importKit.ts';

const DONE = 'Importação dos insumos concluída com sucesso.';

let services: TestServices;
const open = async (): Promise<{ office: Office; calls: ReturnType<typeof importsOf> }> => {
  const office = await openOffice(services.seed);
  return { office, calls: importsOf(services, office.admin) };
};

beforeAll(async () => {
  services = await startServices();
});
afterAll(() => services.stop());

const month = smallMonth();
const GO_AC = { states: ['AC', 'GO'], regimes: ['SD', 'CD'] };

/** Prices of an account's cost databases by name, kind and code, as the database has them. */
const pricesOf = async (accountId: number): Promise<Map<string, string | null>> => {
  const rows = await services.seed.sql<{ key: string; price: string | null }>(
    `select t.state || ' ' || t.regime || ' ' || x.kind || ' ' || x.code as key, trim_scale(x.price)::text as price
       from product_tables t join catalogues c on c.account_id = t.account_id and c.id = t.catalogue_id
       join (select p.account_id, p.product_table_id, 'I' as kind, d.code, p.price from products p
               join product_definitions d on d.account_id = p.account_id and d.id = p.definition_id
             union all
             select p.account_id, p.product_table_id, 'C', d.code, p.unit_price from tasks p
               join task_definitions d on d.account_id = p.account_id and d.id = p.definition_id) x
         on x.account_id = t.account_id and x.product_table_id = t.id
      where t.account_id = $1 and t.source = 'SINAPI' and c.month = '2026-10-01'`,
    [accountId],
  );
  return new Map(rows.map(({ key, price }) => [key, price]));
};

/** "57.8" of 5780 cents. */
const reais = (cents: bigint | null): string | null => (cents === null ? null : String(Number(cents) / 100));

/** The same from the model that the workbook was written from. */
const expectedPrices = ({ inputs, compositions }: Month, choice: typeof GO_AC): Map<string, string | null> => {
  const of = (kind: string, rows: readonly Priced[]) =>
    choice.regimes.flatMap((regime) =>
      choice.states.flatMap((state) =>
        rows.map(({ code, prices }): [string, string | null] => [
          `${state} ${regime} ${kind} ${code}`,
          reais(prices[REGIMES.findIndex((one) => one === regime)]?.[STATES.indexOf(state)] ?? null),
        ]),
      ),
    );
  return new Map([...of('I', inputs), ...of('C', compositions)]);
};

describe('A month', () => {
  test('is looked at, asked about, and imported for the chosen states and regimes with every published price', async () => {
    const { office, calls } = await open();
    const sent = await calls.start(workbookOf(month));
    expect([sent.status, sent.body.data.kind]).toEqual([200, 'COST_DATABASE_IMPORT']);
    const { id } = sent.body.data;
    const asked = await calls.until(id, 'WAITING', 'FAILED');
    expect(asked.costDatabaseImport).toMatchObject({
      ...{ fileName: 'SINAPI_Referência_2026_10.xlsx', month: '2026-10-01', emittedOn: '2026-11-12' },
      ...{ states: STATES, regimes: ['SD', 'CD', 'SE'], existingTables: 0, previousMonth: null, question: 'STATES' },
    });
    expect(await countAll(services, office.accountId)).toMatchObject({ products: 0, tasks: 0 });
    expect((await calls.answer(id, { states: ['GO', 'AC'], regimes: ['CD', 'SD'] })).status).toBe(200);
    const done = await calls.until(id, 'DONE', 'FAILED');
    expect([done.state, done.message]).toEqual(['DONE', DONE]);
    expect(await pricesOf(office.accountId)).toEqual(expectedPrices(month, GO_AC));
    const lines = month.compositions.reduce((sum, { lines: own }) => sum + own.length, 0);
    const { counts, result } = done.costDatabaseImport;
    // Two regimes of inputs and of compositions, and Analítico with a heading for each composition.
    expect(counts.rows).toBe(
      2 * month.inputs.length + 2 * month.compositions.length + month.compositions.length + lines,
    );
    expect(counts.read + counts.rejected + counts.ignored + counts.warnings + counts.withoutPrice).toBe(counts.rows);
    expect(counts).toMatchObject({ rejected: 0, ignored: 0, warnings: 0 });
    expect(result).toMatchObject({
      ...{ unchanged: false, tables: 4, inputs: month.inputs.length, compositions: month.compositions.length },
      prices: [...expectedPrices(month, GO_AC).values()].filter((price) => price !== null).length,
    });
    expect(await services.seed.sql('select from job_files where account_id = $1', [office.accountId])).toEqual([]);
    const told = await services.seed.sql<{ text: string; link: string }>(
      'select text, link from assistant_messages where account_id = $1',
      [office.accountId],
    );
    expect(told).toEqual([{ text: `SINAPI 10/2026: ${DONE}`, link: `/home/forms/product-table/import?job=${id}` }]);
  });

  test('keeps the lines of its compositions verbatim and in order, once for all its cost databases', async () => {
    const { office, calls } = await open();
    await calls.bring(workbookOf(month), GO_AC);
    const stored = await services.seed.sql<{ line: string }>(
      `select t.code || ' ' || coalesce('INSUMO ' || p.code, 'COMPOSICAO ' || c.code) || ' ' || i.coefficient as line
         from task_definition_items i
         join task_definitions t on t.account_id = i.account_id and t.id = i.definition_id
         left join product_definitions p on p.account_id = i.account_id and p.id = i.product_definition_id
         left join task_definitions c on c.account_id = i.account_id and c.id = i.child_definition_id
        where i.account_id = $1 order by t.code::bigint, i.position`,
      [office.accountId],
    );
    const coefficient = (value: bigint) => {
      const digits = String(value).padStart(8, '0');
      return `${digits.slice(0, -7)}.${digits.slice(-7)}`.replace(/\.?0+$/, '');
    };
    expect(stored.map(({ line }) => line)).toEqual(
      month.compositions.flatMap(({ code, lines }) =>
        lines.map((line) => `${code} ${line.kind} ${line.code} ${coefficient(line.coefficient)}`),
      ),
    );
  });

  test('that is there already, exactly so, changes nothing', async () => {
    const { office, calls } = await open();
    await calls.bring(workbookOf(month), GO_AC);
    const before = await services.seed.sql(
      'select id, version, xmin::text from products where account_id = $1 order by id',
      [office.accountId],
    );
    const again = await calls.bring(workbookOf(month), GO_AC);
    expect([again.state, again.message]).toEqual(['DONE', 'Este mês já está igual.']);
    expect(again.costDatabaseImport).toMatchObject({
      existingTables: 4,
      result: { unchanged: true, replacedPrices: 0 },
    });
    expect(
      await services.seed.sql('select id, version, xmin::text from products where account_id = $1 order by id', [
        office.accountId,
      ]),
    ).toEqual(before);
  });

  test('published anew replaces its prices under the same ids, and own compositions follow', async () => {
    const { office, calls } = await open();
    await calls.bring(workbookOf(month), { states: ['AC'], regimes: ['SD'] });
    const [input] = month.inputs;
    const code = input?.code ?? '';
    const find = async () => {
      const { body } = await services.api.get(`/api/v1/purchase/account/${office.accountId}/product`, {
        token: office.admin,
        query: { search: code, size: '5' },
      });
      return body.data.content.find((row: { code: string }) => row.code === code);
    };
    const product = await find();
    const [{ id: unit } = { id: 0 }] = await services.seed.sql<{ id: number }>(
      'select id from units where account_id = $1 limit 1',
      [office.accountId],
    );
    const [{ id: own } = { id: 0 }] = await services.seed.sql<{ id: number }>(
      "insert into catalogues (account_id, source) values ($1, 'GO') returning id",
      [office.accountId],
    );
    const table = await services.seed.insert('product_tables', {
      ...{ account_id: office.accountId, catalogue_id: own, name: 'Da casa', source: 'GO' },
    });
    const task = await services.api.post('/api/v1/engineering/tasks', {
      token: office.admin,
      body: {
        ...{ code: 'P1', description: 'Própria', unit: { id: Number(unit) }, costDatabase: { id: table } },
        items: [{ resourceId: product.id, quantity: '2' }],
      },
    });
    expect(task.status).toBe(200);
    const dearer: Month = {
      inputs: month.inputs.map((one, index) =>
        index === 0 ? { ...one, prices: one.prices.map((prices) => prices.map(() => 123_456n)) } : one,
      ),
      // A composition's cost follows from its inputs; none is left that would contradict the new price.
      compositions: month.compositions.filter(({ lines }) => lines.every((line) => isFree(line, code))),
    };
    const done = await calls.bring(workbookOf(dearer), { states: ['AC'], regimes: ['SD'] });
    expect([done.state, done.costDatabaseImport.result.repriced]).toEqual(['DONE', 1]);
    expect(await find()).toMatchObject({ id: product.id, price: '1234.5600' });
    const { body } = await services.api.get(`/api/v1/engineering/tasks/${task.body.data.id}`, { token: office.admin });
    expect(body.data.unitPrice).toBe('2469.1200');
  });

  test('tells what changed since the month before: how many, their median, and the largest', async () => {
    const { calls } = await open();
    const inputsOnly: Month = { inputs: month.inputs.slice(0, 24), compositions: [] };
    const choice = { states: ['SP'], regimes: ['SD'] };
    const first = await calls.bring(workbookOf(inputsOnly, { month: '09/2026' }), choice);
    expect(first.costDatabaseImport.result).toMatchObject({
      previousMonth: null,
      comparedPrices: 0,
      medianPercent: null,
    });
    // Prices of R$ 100,00; then the first is 10 % dearer, the second 4 % and the third 2 % cheaper.
    const flat = (cents: (index: number) => bigint): Month => ({
      inputs: inputsOnly.inputs.map((one, index) => ({
        ...one,
        prices: one.prices.map((prices) => prices.map(() => cents(index))),
      })),
      compositions: [],
    });
    await calls.bring(
      workbookOf(
        flat(() => 10_000n),
        { month: '09/2026' },
      ),
      choice,
    );
    const changed = [11_000n, 9_600n, 9_800n];
    const next = await calls.bring(
      workbookOf(
        flat((index) => changed[index] ?? 10_000n),
        { month: '10/2026' },
      ),
      choice,
    );
    const { result } = next.costDatabaseImport;
    expect(result).toMatchObject({
      ...{ previousMonth: '2026-09-01', comparedPrices: 24, changedPrices: 3, medianPercent: '-2.00' },
    });
    expect(
      result.largest.map(({ code, before, after, percent }: Record<string, string>) => [code, before, after, percent]),
    ).toEqual([
      ['370', '100', '110', '10.00'],
      ['373', '100', '96', '-4.00'],
      ['376', '100', '98', '-2.00'],
    ]);
  });

  test('tells which inputs and compositions are new in it, and which are called otherwise than before', async () => {
    const { calls } = await open();
    const choice = { states: ['SP'], regimes: ['SD', 'CD'] };
    const [renamed, missing] = [month.inputs[4], month.inputs.at(-1)];
    const [fresh] = month.compositions.slice(-1);
    const uses = (code: string) =>
      month.compositions.filter(({ lines }) => lines.some((line) => line.code === code)).map((one) => one.code);
    // The month before lacked the last input and composition, and everything made of them.
    const lacking = new Set([missing?.code ?? '', fresh?.code ?? '', ...uses(missing?.code ?? '')]);
    for (const code of lacking) for (const user of uses(code)) lacking.add(user);
    const before: Month = {
      inputs: month.inputs
        .filter(({ code }) => !lacking.has(code))
        .map((one) => (one === renamed ? { ...one, name: 'NOME ANTIGO' } : one)),
      compositions: month.compositions.filter(({ code }) => !lacking.has(code)),
    };
    await calls.bring(workbookOf(before, { month: '09/2026' }), choice);
    const { id, state, costDatabaseImport } = await calls.bring(workbookOf(month, { month: '10/2026' }), choice);
    expect([state, costDatabaseImport.elapsedSeconds]).toEqual(['DONE', expect.any(Number)]);
    const found = async (search: string) =>
      (await calls.report(id, { search, size: '100' })).content.map(
        ({ sheet, code, outcome }: Record<string, string>) => [sheet, code, outcome],
      );
    expect(await found('Insumo novo neste mês')).toEqual([['ISD', missing?.code, 'WARNING']]);
    expect(await found('Descrição mudou desde 09/2026: nova guardada')).toEqual([['ISD', renamed?.code, 'WARNING']]);
    const compositions = [...lacking].filter((code) => code !== missing?.code).sort();
    expect((await found('Composição nova neste mês')).map(([, code]: string[]) => code).sort()).toEqual(compositions);
  });
});

const isFree = (line: { kind: string; code: string }, code: string): boolean =>
  line.kind === 'INSUMO' ? line.code !== code : false;

describe('Rows that cannot be used', () => {
  const wrong = edited('ISD', /<c r="F13"([^>]*)>.*?<\/c>/, '<c r="F13" t="str"><v>1.O34,20</v></c>');

  test('stop the import before anything is written, and it goes on without them', async () => {
    const { office, calls } = await open();
    const asked = await calls.bring(workbookOf(month, wrong), GO_AC);
    expect([asked.state, asked.costDatabaseImport.question, asked.costDatabaseImport.counts.rejected]).toEqual([
      'WAITING',
      'REJECTED_ROWS',
      1,
    ]);
    expect(await countAll(services, office.accountId)).toMatchObject({ catalogues: 0, products: 0, tasks: 0 });
    expect(await calls.report(asked.id, { outcome: 'REJECTED' })).toMatchObject({
      totalElements: 1,
      content: [{ sheet: 'ISD', row: 13, code: '376', text: 'Preço "1.O34,20" em AC não é número.' }],
    });
    expect((await calls.answer(asked.id, { withoutRejected: true })).status).toBe(200);
    const done = await calls.until(asked.id, 'DONE', 'FAILED');
    expect([done.state, done.message]).toEqual(['DONE', DONE]);
    const written = await pricesOf(office.accountId);
    expect([written.has('AC SD I 376'), written.has('AC CD I 376')]).toEqual([false, true]);
  });

  test('of lines take their compositions with them, and those that use them', async () => {
    const { office, calls } = await open();
    const used = month.compositions.find(({ code }) =>
      month.compositions.some(({ lines }) => lines.some((line) => line.kind === 'COMPOSICAO' && line.code === code)),
    );
    const code = used?.code ?? '';
    const usersOf = (codes: Set<string>): Set<string> => {
      const users = month.compositions.filter(
        (one) => codes.has(one.code) || one.lines.some((line) => line.kind === 'COMPOSICAO' && codes.has(line.code)),
      );
      return users.length === codes.size ? codes : usersOf(new Set(users.map((one) => one.code)));
    };
    const out = usersOf(new Set([code]));
    // The first line of the composition has a coefficient of letters.
    const row =
      11 +
      month.compositions
        .slice(
          0,
          month.compositions.findIndex((one) => one.code === code),
        )
        .reduce((sum, one) => sum + 1 + one.lines.length, 1);
    const asked = await calls.bring(
      workbookOf(
        month,
        edited('Analítico', new RegExp(`<c r="G${row}">.*?</c>`), `<c r="G${row}" t="str"><v>abc</v></c>`),
      ),
      GO_AC,
    );
    expect(asked.costDatabaseImport).toMatchObject({
      question: 'REJECTED_ROWS',
      leftOut: out.size,
      counts: { rejected: 1 },
    });
    await calls.answer(asked.id, { withoutRejected: true });
    await calls.until(asked.id, 'DONE', 'FAILED');
    const written = [...(await pricesOf(office.accountId)).keys()].filter((key) => key.startsWith('AC SD C '));
    expect(new Set(written)).toEqual(
      new Set(month.compositions.filter((one) => !out.has(one.code)).map((one) => `AC SD C ${one.code}`)),
    );
  });

  test.each<[string, WorkbookOptions, string, number, RegExp]>([
    [
      'a cost that its lines do not sum to',
      edited('CSD', /<c r="E11">.*?<\/c>/, '<c r="E11"><v>999999.99</v></c>'),
      'CSD',
      11,
      /^Publicado 999999,99 em AC; a soma dos itens é \d+,\d\d\.$/,
    ],
    [
      'a code twice with other prices',
      edited('ISD', /(<row r="12">.*?<c r="B12">)<v>373<\/v>/, '$1<v>370</v>'),
      'ISD',
      12,
      /^Código repetido: a linha 11 tem outros dados\.$/,
    ],
    [
      'an item that is in no sheet of prices',
      edited('Analítico', /(<row r="12">.*?<c r="D12">)<f>.*?<\/f><v>0<\/v>/, '$1<v>999999</v>'),
      'Analítico',
      12,
      /^(O insumo|A composição) 999999 não está nas abas de preços\.$/,
    ],
    [
      'a unit that is too long',
      edited('ISD', /(<row r="11">.*?)<c r="D11".*?<\/c>/, '$1<c r="D11" t="str"><v>METRO QUADRADO</v></c>'),
      'ISD',
      11,
      /^A unidade "METRO QUADRADO" tem mais de 10 caracteres\.$/,
    ],
  ])('with %s are told with sheet and row', async (_name, options, sheet, row, text) => {
    const { calls } = await open();
    const asked = await calls.bring(workbookOf(month, options), { states: ['AC'], regimes: ['SD'] });
    const { content } = await calls.report(asked.id, { outcome: 'REJECTED' });
    expect(content).toContainEqual(expect.objectContaining({ sheet, row, text: expect.stringMatching(text) }));
    await calls.cancel(asked.id);
  });

  test('are told in a CSV of all that is worth telling, and a search finds them by code', async () => {
    const { office, calls } = await open();
    const asked = await calls.bring(workbookOf(month, wrong), GO_AC);
    const { counts } = asked.costDatabaseImport;
    const file = await services.api.get(`/api/v1/engineering/cost-databases/imports/${asked.id}/report/csv`, {
      token: office.admin,
    });
    const lines = file.text.trimEnd().split('\r\n');
    expect(lines[0]).toBe('\uFEFFPlanilha;Linha;Código;Descrição;O que houve;Ficou');
    expect(lines).toHaveLength(1 + counts.rejected + counts.withoutPrice);
    expect(lines).toContain('ISD;13;376;;"Preço ""1.O34,20"" em AC não é número.";Recusada');
    expect((await calls.report(asked.id, { search: '376 número' })).totalElements).toBe(1);
  });
});
