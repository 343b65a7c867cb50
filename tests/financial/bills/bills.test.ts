import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { counts, faults, importOf, of, statuses, told, undone } from '#tests/purchase/importKit.ts';
import { openBills, type BillOffice } from './billsKit.ts';

let bills: BillOffice;
beforeAll(async () => {
  bills = await openBills();
}, 60_000);
afterAll(() => bills.services.stop());

test('smoke', async () => {
  const sheet = [
    ['dueDate', 'partner', 'documentNumber', 'installment', 'grossValue', 'category', 'building', 'description'],
    ['05/12/26', 'Depósito São Jorge Ltda', 'NF 1', '', 'R$ 1.234,56', 'concreto', 'Torre Sul', 'Areia'],
    ['05/12/2026', 'Nova', 'NF 2', '1/2', '10,00', '', '', ''],
    ['05/01/2027', 'Nova', 'NF 2', '2/2', '10,01', '', '', ''],
  ];
  const checked = await bills.check(sheet);
  console.log(JSON.stringify(checked.body, null, 1));
  const done = await bills.send(sheet, { createMissing: ['partner'] });
  console.log(JSON.stringify(done.body));
  console.log(JSON.stringify((await bills.send(sheet, { createMissing: ['partner'] })).body));
  const un = await bills.undo(importOf(done));
  console.log(JSON.stringify(un.body));
  const many = [
    sheet[0] ?? [],
    ...Array.from({ length: 5000 }, (_, i) => ['05/12/26', `Forn ${i % 300}`, `NF ${i}`, '', `${i + 1},37`, 'concreto', 'Torre Sul', 'Areia']),
  ];
  let t = Date.now();
  await bills.check(many, { createMissing: ['partner'] });
  console.log('check', Date.now() - t);
  t = Date.now();
  const big = await bills.send(many, { createMissing: ['partner'] });
  console.log('write', Date.now() - t, big.body.data?.counts, big.text.slice(0, 300), big.headers);
  t = Date.now();
  const back = await bills.undo(importOf(big));
  console.log('undo', Date.now() - t, back.text.slice(0, 300));
}, 300_000);
void [counts, faults, of, statuses, told, undone, expect];
