import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { verifyLedger } from '#services/financial/verification/verifyLedger.ts';
import { counts, faults, importOf, of, statuses, told, undone } from '#tests/purchase/importKit.ts';
import type { Reply } from '#tests/support/services.ts';
import { openBills, type BillOffice, type Sheet } from './billsKit.ts';
import { FAULTY, FAULTY_BILLS, row, sheetOf } from './faultyRows.ts';

let bills: BillOffice;
beforeAll(async () => {
  bills = await openBills();
}, 60_000);
afterAll(() => bills.services.stop());

const send: BillOffice['send'] = (...call) => bills.send(...call);
const check: BillOffice['check'] = (...call) => bills.check(...call);
const undo: BillOffice['undo'] = (...call) => bills.undo(...call);
const createMissing = { createMissing: ['partner'] };

/** What stands in the books, added up by hand: count and sum of documents, of installments, of shares, of the kept sums. */
const books = async () => {
  const [row] = await bills.rowsOf(`select
    (select count(*) || ' ' || coalesce(sum(gross_value), 0) from transactions where account_id = $1) as documents,
    (select count(*) || ' ' || coalesce(sum(gross_value), 0) from installments where account_id = $1) as installments,
    (select count(*) || ' ' || coalesce(sum(gross_value), 0) from apportionment_shares where account_id = $1) as shares,
    (select coalesce(sum(gross_value), 0)::text from result_sums where account_id = $1) as results,
    (select coalesce(sum(gross_value), 0)::text from site_result_sums where account_id = $1) as sites,
    (select coalesce(sum(gross_value), 0)::text from stage_cost_sums where account_id = $1) as stages,
    (select count(*)::int from partners where account_id = $1) as partners`);
  return row;
};
/** Clean but for the number of rows that were checked. */
const expectCleanLedger = async () =>
  expect((await verifyLedger(bills.services.database.ownerUrl)).differences).toEqual([]);

/** Rows as wide as their titles. */
const padded = ([titles = [], ...rows]: Sheet): Sheet => [
  titles,
  ...rows.map((cells) => titles.map((_, column) => cells[column] ?? '')),
];

const messy = padded([
  [
    'dueDate',
    'partner',
    'partnerTaxId',
    'documentType',
    'documentNumber',
    'installment',
    'grossValue',
    'category',
    'building',
    'description',
    'emissionDate',
    'preferredPaymentMethod',
    'expectedBank',
    'costEstimateGroup',
  ],
  [
    '05/12/26',
    'deposito sao jorge ltda',
    '',
    'NF',
    '16.174',
    '',
    'R$ 1.234,56',
    'CONCRETO',
    'torre sul',
    'Areia',
    '20/11/2026',
    'boleto',
    'Conta Itaú',
    'alvenaria',
  ],
  ['46361', '', '11.222.333/0001-81', '', 'NF 9', 'única', '10', '', 'Casa Alta', '', '', '', ''],
  [
    '2026-12-20',
    'Serralheria Nova',
    '52998224725',
    '',
    'NF 212',
    '2/3',
    '33,33',
    '',
    'Torre Sul',
    'Corrimão',
    '',
    'TED',
    '',
  ],
  ['20/01/2027', 'Serralheria Nova', '529.982.247-25', '', 'NF 212', '3/3', '33,34', '', 'Torre Sul', '', '', '', ''],
  ['20-11-2026', 'SERRALHERIA NOVA', '52998224725', '', 'NF 212', '01/03', '33,33', '', 'Torre Sul', '', '', '', ''],
  ['18/12/2026', '', '', '', '', '', '980,00', '', '', 'Aluguel do contêiner', '', '', ''],
]);

test('bills of a messy sheet become expenses whose sums are those of the sheet, twice adds nothing, and one undo takes them back', async () => {
  const before = await books();
  const checked = await check(messy, createMissing);
  expect([checked.status, counts(checked), faults(checked)]).toEqual([200, of(6), []]);
  expect(await books()).toEqual(before);
  const done = await send(messy, createMissing);
  expect([done.status, counts(done), statuses(done)]).toEqual([200, of(6), Array(6).fill('NEW')]);
  // 1.234,56 + 10,00 + 100,00 + 980,00; three of the rows are one document.
  expect(await books()).toEqual({
    ...{ documents: '4 2324.56', installments: '6 2324.56', shares: '5 1344.56' },
    ...{ results: '2324.56', sites: '1344.56', stages: '1344.56', partners: Number(before?.['partners']) + 1 },
  });
  const stored = await bills.rowsOf(`
    select t.document_number as number, t.description, t.emission_date::text as emission, t.competence_date::text as competence,
           t.status, t.type, t.preferred_payment_method as method, p.name as partner, p.tax_id, c.name as category,
           (select g.name from apportionments a join cost_estimate_groups g on g.id = a.cost_estimate_group_id
             where a.transaction_id = t.id) as stage,
           w.identifier as wallet, string_agg(i.number || ' ' || i.due_date || ' ' || i.gross_value, ', ' order by i.number) as parts
      from transactions t join installments i on i.transaction_id = t.id
      left join partners p on p.id = t.partner_id left join categories c on c.id = t.category_id
      left join wallets w on w.id = t.expected_wallet_id
     where t.account_id = $1 group by t.id, p.id, c.id, w.id order by t.id`);
  const depot = { partner: 'Depósito São Jorge Ltda', tax_id: '11222333000181' };
  const open = { status: 'OPEN', type: 'DEBIT' };
  const none = { category: null, stage: null, wallet: null, method: null };
  const today = { emission: '2026-11-20', competence: '2026-11-20' };
  expect(stored).toEqual([
    {
      ...{ ...open, ...today, ...depot, number: 'NF 16.174', description: 'Areia', method: 'BOLETO' },
      ...{ category: 'Concreto', stage: 'Alvenaria', wallet: 'Conta Itaú', parts: '1 2026-12-05 1234.56' },
    },
    { ...open, ...today, ...depot, ...none, number: 'NF 9', description: null, parts: '1 2026-12-05 10.00' },
    {
      ...{ ...open, ...today, ...none, method: 'TRANSFER', partner: 'Serralheria Nova', tax_id: '52998224725' },
      ...{ number: 'NF 212', description: 'Corrimão' },
      parts: '1 2026-11-20 33.33, 2 2026-12-20 33.33, 3 2027-01-20 33.34',
    },
    {
      ...{ ...open, ...today, ...none, partner: null, tax_id: null, number: null },
      ...{ description: 'Aluguel do contêiner', parts: '1 2026-12-18 980.00' },
    },
  ]);
  await expectCleanLedger();
  const history = await bills.rowsOf(
    `select distinct action, entity, details ->> 'import' as file from audit_log where account_id = $1 order by entity`,
  );
  expect(history).toEqual([
    { action: 'create', entity: 'partner', file: 'controle.xlsx' },
    { action: 'create', entity: 'transaction', file: 'controle.xlsx' },
  ]);

  const kept = await books();
  const again = await send(messy, createMissing);
  expect([counts(again), importOf(again)]).toEqual([of(0, 0, 6), null]);
  // Each is linked to the expense that it is already.
  const ids = (reply: Reply) => reply.body.data.rows.map(({ id }: { id: number }) => id);
  expect(ids(again)).toEqual(ids(done));
  expect(await books()).toEqual(kept);

  const back = await undo(importOf(done));
  expect([back.status, back.body.data.counts]).toEqual([200, undone(5)]);
  expect(await books()).toEqual({ ...before, results: '0.00', sites: '0.00', stages: '0.00' });
  await expectCleanLedger();
  const once = await undo(importOf(done));
  expect([once.status, once.body.message]).toEqual([422, 'Esta importação já foi desfeita.']);
}, 60_000);

describe('What is wrong with a row is told in its cell', () => {
  test.each([...FAULTY, ...FAULTY_BILLS])('%s', async (_, rows, expected) => {
    const reply = await check(sheetOf(rows));
    expect(reply.status).toBe(200);
    expect(faults(reply)).toEqual(expected);
  });

  test('an import of such rows is refused as a whole, at their cells', async () => {
    const before = await books();
    const reply = await send(sheetOf([row({}), row({ dueDate: '31/11/2026', documentNumber: 'NF 78' })]));
    expect([reply.status, reply.body.message]).toEqual([422, 'Confira as células indicadas. Nada foi importado.']);
    expect(reply.body.fields).toEqual([{ path: 'rows.1.dueDate', message: 'Esse dia não existe.' }]);
    expect(await books()).toEqual(before);
  });
});

test('each row needs the permission of its obra; rows and imports of others are not found', async () => {
  const payer = await bills.office.as(['DEBIT'], bills.tower);
  const rows = [
    row({ building: 'Torre Sul' }),
    row({ building: 'Casa Alta', documentNumber: 'NF 1' }),
    row({ building: '', documentNumber: 'NF 2' }),
  ];
  expect(faults(await check(sheetOf(rows), {}, payer))).toEqual([
    [3, 'building', 'Obra não encontrada.'],
    [4, 'building', 'Informe a obra: você não tem permissão de despesas sem obra.'],
  ]);
  const { seed } = bills.services;
  const place = { companyId: bills.office.companyId };
  const both = await seed.tokenOf(
    await seed.user(bills.office.accountId, {
      grants: [
        { ...place, buildingId: bills.tower, permissions: ['DEBIT'] },
        { ...place, buildingId: bills.house, permissions: ['ENGINEERING'] },
      ],
    }),
  );
  expect(faults(await check(sheetOf(rows), {}, both))).toEqual([
    [3, 'building', 'Você não tem permissão de despesas nesta obra.'],
    [4, 'building', 'Informe a obra: você não tem permissão de despesas sem obra.'],
  ]);
  const done = await send(sheetOf(rows.slice(0, 2)));
  // Who sees one of its obras may not take it back; another company, and a stranger, do not find it.
  const engineer = await bills.office.as(['ENGINEERING'], bills.tower);
  const other = await seed.company(bills.office.accountId);
  const answers = [
    await undo(importOf(done), payer),
    await undo(importOf(done), engineer),
    await undo(importOf(done), bills.office.admin, other),
    await undo(importOf(done), bills.stranger.admin, bills.stranger.companyId),
    await undo(importOf(done), bills.stranger.admin),
  ];
  expect(answers.map(({ status }) => status)).toEqual([404, 403, 404, 404, 404]);
  // What a user cannot see is not told to be there already.
  const hidden = await check(sheetOf([row({ building: 'Casa Alta', documentNumber: 'NF 1' })]), {}, payer);
  expect(counts(hidden)).toEqual(of(0, 0, 0, 0, 1));
  const back = await undo(importOf(done));
  expect(told(back)).toEqual([
    ['NF 77', 'REMOVED'],
    ['NF 1', 'REMOVED'],
  ]);
});

describe('An import is taken back as a whole, or not at all', () => {
  const sheet = sheetOf(
    ['A1', 'A2', 'A3', 'A4'].map((documentNumber) => row({ documentNumber, building: 'Torre Sul' })),
  );
  const path = () => `/api/v1/financial/company/${bills.office.companyId}/debit`;
  const made = async (reply: Reply, index: number) => {
    const { id } = reply.body.data.rows[index];
    const { body } = await bills.services.api.get(`${path()}/${id}`, { token: bills.office.admin });
    return body.data;
  };

  const pay = async (reply: Reply, index: number) => {
    const { id, version, transactionRecordList } = await made(reply, index);
    const [wallet] = await bills.rowsOf('select id from wallets where account_id = $1');
    const at = `${path()}/${id}/installment/${transactionRecordList[0].id}/payment`;
    const body = { version, paymentDate: '2026-11-20', bank: { id: Number(wallet?.['id']) }, paymentMethod: 'PIX' };
    expect((await bills.services.api.post(at, { token: bills.office.admin, body })).status).toBe(200);
    return async () => void (await bills.services.api.delete(at, { token: bills.office.admin }));
  };
  const change = async (reply: Reply, index: number) => {
    const { id, version, emissionDate, documentNumber } = await made(reply, index);
    const body = { id, version, emissionDate, documentNumber, description: 'Outra' };
    expect((await bills.services.api.put(path(), { token: bills.office.admin, body })).status).toBe(200);
  };
  const remove = async (reply: Reply, index: number) => {
    const { id } = await made(reply, index);
    expect((await bills.services.api.delete(`${path()}/${id}`, { token: bills.office.admin })).status).toBe(200);
  };

  test('while something of it was paid or changed it is refused with what hinders; what is gone hinders nothing', async () => {
    const done = await send(sheet);
    const kept = await books();
    const unpay = await pay(done, 0);
    const refused = await undo(importOf(done));
    expect([refused.status, refused.body.message]).toEqual([422, 'Nada foi desfeito: A1 já foi paga.']);
    expect(refused.body.fields).toEqual([{ path: 'rows.0', message: 'A1 já foi paga.' }]);
    await unpay();
    await change(done, 1);
    const changed = await undo(importOf(done));
    expect(changed.body.message).toBe(
      'Nada foi desfeito: A1 foi alterada depois da importação; A2 foi alterada depois da importação.',
    );
    expect(await books()).toEqual({ ...kept });
    await remove(done, 0);
    await remove(done, 1);
    const back = await undo(importOf(done));
    expect(told(back)).toEqual([
      ['Despesa excluída', 'LEFT', 'Já foi excluída depois da importação.'],
      ['Despesa excluída', 'LEFT', 'Já foi excluída depois da importação.'],
      ['A3', 'REMOVED'],
      ['A4', 'REMOVED'],
    ]);
    await expectCleanLedger();
  });

  test('a closed month takes no bills, and gives none back', async () => {
    const old = sheetOf([row({ documentNumber: 'B1', emissionDate: '10/01/2026' })]);
    const done = await send(old);
    expect(counts(done)).toEqual(of(1));
    const { seed } = bills.services;
    await seed.sql(`update companies set closed_through = '2026-01-31' where id = $1`, [bills.office.companyId]);
    const refused = await undo(importOf(done));
    expect([refused.status, refused.body.message]).toEqual([422, 'Nada foi desfeito: B1 é do mês fechado 01/2026.']);
    const late = await check(sheetOf([row({ documentNumber: 'B2', emissionDate: '10/01/2026' })]));
    expect(faults(late)).toEqual([[2, 'emissionDate', expect.stringMatching(/janeiro/i)]]);
    await seed.sql(`update companies set closed_through = null where id = $1`, [bills.office.companyId]);
    expect((await undo(importOf(done))).status).toBe(200);
  });
});
