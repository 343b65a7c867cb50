import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { counts, of, statuses } from '../../purchase/importKit.ts';
import { openBills, type BillOffice } from './billsKit.ts';
import { row, sheetOf } from './faultyRows.ts';

let bills: BillOffice;
beforeAll(async () => (bills = await openBills()));
afterAll(() => bills.services.stop());

test('Bills at fault are skipped as whole documents: no installment enters without its others', async () => {
  const sheet = sheetOf([
    row({ documentNumber: 'NF 1', grossValue: '100,00' }),
    row({ documentNumber: 'NF 2', installment: '1/2', grossValue: '50,00' }),
    row({ documentNumber: 'NF 2', installment: '2/2', grossValue: 'cinquenta' }),
    row({ documentNumber: 'NF 3', dueDate: '31/11/2026' }),
    row({ documentNumber: 'NF 4', installment: '1/2', grossValue: '30,00' }),
    row({ documentNumber: 'NF 4', installment: '2/2', grossValue: '30,01', dueDate: '05/01/2027' }),
  ]);
  const done = await bills.send(sheet, { faulty: 'SKIP' });
  expect([done.status, counts(done), statuses(done)]).toEqual([
    200,
    of(3, 0, 0, 0, 3),
    ['NEW', 'FAILED', 'FAILED', 'FAILED', 'NEW', 'NEW'],
  ]);
  expect(
    await bills.rowsOf(
      `select t.document_number as number, count(*)::int as parts, sum(i.value)::text as value
         from transactions t join installments i on i.account_id = t.account_id and i.transaction_id = t.id
        where t.account_id = $1 group by t.id, t.document_number order by 1`,
    ),
  ).toEqual([
    { number: 'NF 1', parts: 1, value: '100.00' },
    { number: 'NF 4', parts: 2, value: '60.01' },
  ]);
});
