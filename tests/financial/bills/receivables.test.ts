import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { verifyLedger } from '#services/financial/verification/verifyLedger.ts';
import { counts, faults, importOf, of, statuses, undone } from '#tests/purchase/importKit.ts';
import { expectAsFew } from '#tests/purchase/manyRowsKit.ts';
import { openBills, type BillOffice, type Sheet } from './billsKit.ts';
import { FAULTY, FAULTY_RECEIVABLES, row, sheetOf } from './faultyRows.ts';

let incomes: BillOffice;
beforeAll(async () => {
  incomes = await openBills('CREDIT');
}, 60_000);
afterAll(() => incomes.services.stop());

const path = () => `/api/v1/financial/company/${incomes.office.companyId}/credit`;
const get = async (address: string) => {
  const { status, body } = await incomes.services.api.get(address, { token: incomes.office.admin });
  expect([status, body]).toMatchObject([200, {}]);
  return body.data;
};
const books = () =>
  incomes.rowsOf(`select type, count(*)::int as documents, sum(gross_value)::text as value
    from transactions where account_id = $1 group by type`);

const sheet: Sheet = [
  ['dueDate', 'partner', 'partnerTaxId', 'documentNumber', 'installment', 'grossValue', 'category', 'building'].concat(
    'description',
    'preferredPaymentMethod',
  ),
  [
    '05/12/2026',
    'deposito sao jorge ltda',
    '',
    'NFS-e 7',
    '1/2',
    '1.000,50',
    'MEDIÇÕES',
    'torre sul',
    'Medição 3',
    'Pix',
  ],
  ['05/01/2027', 'Depósito São Jorge Ltda', '', 'NFS-e 7', '2/2', '999,49', '', 'Torre Sul', '', ''],
  ['20/12/2026', 'Condomínio Serra Azul', '529.982.247-25', '', '', '0,01', '', '', 'Sinal', ''],
];

test('receivables of a sheet are listed as income with its figures, are found again, and one undo takes them back', async () => {
  const checked = await incomes.check(sheet, { createMissing: ['partner'] });
  expect([checked.status, counts(checked), await books()]).toEqual([200, of(3), []]);
  const done = await incomes.send(sheet, { createMissing: ['partner'] });
  expect([done.status, statuses(done)]).toEqual([200, ['NEW', 'NEW', 'NEW']]);
  expect(await books()).toEqual([{ type: 'CREDIT', documents: 2, value: '2000.00' }]);
  expect(
    await incomes.rowsOf(`
      select t.document_number as number, t.description, t.preferred_payment_method as method, p.name, p.type, p.tax_id,
             c.name as category, b.name as building,
             (select string_agg(i.due_date || ' ' || i.gross_value || ' ' || i.type, ', ' order by i.number)
                from installments i where i.transaction_id = t.id) as parts
        from transactions t join partners p on p.id = t.partner_id left join categories c on c.id = t.category_id
        left join apportionments a on a.transaction_id = t.id left join buildings b on b.id = a.building_id
       where t.account_id = $1 order by t.id`),
  ).toEqual([
    {
      ...{ number: 'NFS-e 7', description: 'Medição 3', method: 'PIX', category: 'Medições', building: 'Torre Sul' },
      ...{ name: 'Depósito São Jorge Ltda', type: 'CUSTOMER', tax_id: '11222333000181' },
      parts: '2026-12-05 1000.50 CREDIT, 2027-01-05 999.49 CREDIT',
    },
    {
      ...{ number: null, description: 'Sinal', method: null, category: null, building: null },
      ...{ name: 'Condomínio Serra Azul', type: 'CUSTOMER', tax_id: '52998224725' },
      parts: '2026-12-20 0.01 CREDIT',
    },
  ]);
  const { content } = await get(path());
  expect(content.map(({ grossValue }: { grossValue: string }) => grossValue).sort()).toEqual(['0.01', '1999.99']);
  expect((await verifyLedger(incomes.services.database.ownerUrl)).differences).toEqual([]);

  const again = await incomes.send(sheet, { createMissing: ['partner'] });
  expect([counts(again), importOf(again)]).toEqual([of(0, 0, 3), null]);
  // By the address of expenses it does not exist.
  const { api } = incomes.services;
  const elsewhere = await api.post(`${path().replace('credit', 'debit')}/import/${importOf(done)}/undo`, {
    token: incomes.office.admin,
  });
  expect([elsewhere.status, await books()]).toEqual([404, [{ type: 'CREDIT', documents: 2, value: '2000.00' }]]);
  const back = await incomes.undo(importOf(done));
  expect([back.status, back.body.data.counts, await books()]).toEqual([200, undone(3), []]);
});

describe('What is wrong with a row of income is told in its cell', () => {
  test.each([...FAULTY, ...FAULTY_RECEIVABLES])('%s', async (_, rows, expected) => {
    const reply = await incomes.check(sheetOf(rows));
    expect([reply.status, faults(reply)]).toEqual([200, expected]);
  });

  test('income has no code that it is paid by', async () => {
    const reply = await incomes.check(sheetOf([row({ paymentCode: '1' })]));
    expect([reply.status, reply.body.fields?.[0]?.path]).toEqual([400, 'columns.4']);
  });
});

test('an import needs CREDIT, and each row needs it on its obra', async () => {
  const payer = await incomes.office.as(['DEBIT'], incomes.tower);
  expect((await incomes.send(sheetOf([row({})]), {}, payer)).status).toBe(403);
  const collector = await incomes.office.as(['CREDIT'], incomes.tower);
  const rows = [row({ building: 'Torre Sul' }), row({ building: '', documentNumber: 'NF 2' })];
  expect(faults(await incomes.check(sheetOf(rows), {}, collector))).toEqual([
    [3, 'building', 'Informe a obra: você não tem permissão de receitas sem obra.'],
  ]);
  expect(await books()).toEqual([]);
});

test('an import of which something was received is not taken back', async () => {
  const done = await incomes.send(sheetOf([row({ documentNumber: 'R1' }), row({ documentNumber: 'R2' })]));
  const { id, version, transactionRecordList } = await get(`${path()}/${done.body.data.rows[0].id}`);
  const [wallet] = await incomes.rowsOf('select id from wallets where account_id = $1');
  const at = `${path()}/${id}/installment/${transactionRecordList[0].id}/payment`;
  const body = { version, paymentDate: '2026-11-20', bank: { id: Number(wallet?.['id']) }, paymentMethod: 'PIX' };
  expect((await incomes.services.api.post(at, { token: incomes.office.admin, body })).status).toBe(200);
  const refused = await incomes.undo(importOf(done));
  expect([refused.status, refused.body.message]).toEqual([422, 'Nada foi desfeito: R1 já foi recebida.']);
  expect(await books()).toEqual([{ type: 'CREDIT', documents: 2, value: '20.00' }]);
});

test('three hundred receivables of as many new customers are imported and taken back by as many statements as three', async () => {
  const many = (rows: number): Sheet =>
    sheetOf(
      Array.from({ length: rows }, (_, index) => row({ partner: `Cliente ${index}`, documentNumber: `M ${index}` })),
    );
  const run = async (rows: number) => {
    const done = await incomes.send(many(rows), { createMissing: ['partner'] });
    const back = await incomes.undo(importOf(done));
    expect([counts(done), back.body.data.counts]).toEqual([of(rows), undone(2 * rows)]);
    return { done, back };
  };
  const [few, alike] = [await run(3), await run(300)];
  expectAsFew(alike.done, few.done);
  expectAsFew(alike.back, few.back);
});
