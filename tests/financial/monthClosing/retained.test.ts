/** A tax that is owed by the payment, of a nota of a closed month. Every day and figure is worked out by hand. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { done } from '#tests/purchase/orders/kit.ts';
import { startClosing, type Closing } from './kit.ts';

let kit: Closing;
beforeAll(async () => (kit = await startClosing()));
afterAll(() => kit.services.stop());

test('A parcela of a closed month is paid, and what is withheld at its payment falls due in the month after', async () => {
  const { token, company, api } = kit;
  const body = {
    ...{ documentNumber: 'NFS-e 9', emissionDate: '2026-10-05', competenceDate: '2026-10-05', grossValue: '953.50' },
    transactionRecordList: [{ dueDate: '2026-10-30', grossValue: '953.50' }],
    retentions: [{ tax: 'CSRF', base: '1000.00', rate: '4.65' }],
  };
  const nota = done(await api.post(`${company}/debit`, { token, body }));
  // Planned for October: by 20 November, a holiday, so by the day before.
  expect(nota.retentions).toMatchObject([{ value: '46.50', dueDate: '2026-11-19' }]);
  await kit.closeMonth('2026-10');
  const [{ id }] = nota.transactionRecordList;
  const paid = await api.post(`${company}/debit/${nota.id}/installment/${id}/payment`, {
    ...{ token },
    body: { version: nota.version, paymentDate: '2026-11-18', bank: { id: kit.itau }, paymentMethod: 'PIX' },
  });
  done(paid);
  const after = done(await api.get(`${company}/debit/${nota.id}`, { token }));
  // 20 December 2026 is a Sunday.
  expect(after).toMatchObject({ status: 'PAID', grossValue: '953.50', retentions: [{ dueDate: '2026-12-18' }] });
});
