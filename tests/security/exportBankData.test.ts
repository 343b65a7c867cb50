/** A person's own file and the bank data of others that the person has changed. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { exportEntries } from '#services/security/privacy/exportFiles.ts';
import { readPersonalData } from '#services/security/privacy/personalData.ts';
import { boletoLine, pixCode } from '#tests/support/paymentCodes.ts';
import type { Reply } from '#tests/support/services.ts';
import { startLedger, type Ledger } from '../financial/ledger/kit.ts';

let ledger: Ledger;
beforeAll(async () => {
  ledger = await startLedger();
}, 60_000);
afterAll(() => ledger.services.stop());

const LEFT_OUT = 'Dado bancário de terceiro: não vem neste arquivo';

const done = ({ status, body, text }: Reply) => {
  if (status !== 200) throw new Error(text);
  return body.data;
};

test('The history in the file says that keys, accounts and codes were changed, and not what they are', async () => {
  const { services, accountId, financeiro: token } = ledger;
  const { api } = services;
  const path = `/api/v1/financial/account/${accountId}/partner`;
  const account = { bank: '341', agency: '4321', account: '98765-4', kind: 'CHECKING', holderTaxId: null };
  const keys = ['primeira@rocha.example', 'segunda@rocha.example'].map((key) => [
    { kind: 'EMAIL', key, preferred: true },
  ]);
  const plain = done(await api.post(path, { token, body: { type: 'SUPPLIER', name: 'Sem chave' } }));
  const made = done(
    await api.post(path, {
      token,
      body: { type: 'SUPPLIER', name: 'Rocha', pixKeys: keys[0], bankAccounts: [account] },
    }),
  );
  const changed = { ...made, name: 'Rocha e filhos', pixKeys: keys[1], bankAccounts: [] };
  done(await api.put(path, { token, body: changed }));

  const pix = pixCode({ key: '54000128000184', amount: '900.00', name: 'ROCHA', city: 'CAMPINAS' });
  const boleto = boletoLine({ bank: '237', amount: '900.00', dueDate: '2026-12-01', free: '7'.repeat(25) });
  const expense = done(
    await ledger.post('debit', {
      ...{ grossValue: '900.00', emissionDate: '2026-11-10', partner: { id: made.id } },
      transactionRecordBuildings: [{ building: { id: ledger.casa }, percentage: '100.00' }],
      transactionRecordList: [{ grossValue: '900.00', dueDate: '2026-12-01', paymentCode: pix }],
    }),
  );
  const installment = expense.transactionRecordList[0].id;
  const code = `/installments/${installment}/payment-code`;
  done(await api.put(ledger.path('debit', code), { token, body: { paymentCode: boleto } }));

  const userId: number = done(await api.get('/api/v1/security/session', { token })).user.id;
  const data = await services.app.platform.query({ accountId }, (trx) => readPersonalData(trx, { accountId, userId }));
  const told = (action: string, entity: string, id: number) =>
    data.history.find((line) => line.action === action && line.entity === entity && line.entityId === id)?.details;
  // What was changed is said, and what is not of a bank is there as before.
  expect(told('update', 'partner', made.id)).toEqual({
    name: ['Rocha', 'Rocha e filhos'],
    pix_keys: LEFT_OUT,
    bank_accounts: LEFT_OUT,
  });
  expect(told('create', 'partner', made.id)).toMatchObject({ name: 'Rocha', pix_keys: LEFT_OUT });
  expect(JSON.stringify(told('create', 'partner', plain.id))).not.toContain(LEFT_OUT);
  expect(told('update', 'partnerPayment', made.id)).toMatchObject({
    changes: [
      { target: 'PIX_KEY', action: 'CHANGED' },
      { target: 'BANK_ACCOUNT', action: 'REMOVED' },
    ],
  });
  expect(told('paymentCode', 'transaction', expense.id)).toMatchObject({ before: LEFT_OUT, after: LEFT_OUT });

  const json = String(exportEntries(data).find(({ path: name }) => name === 'dados.json')?.content);
  for (const secret of ['rocha.example', '98765', '54000128000184', pix, boleto]) {
    expect([secret, json.includes(secret)]).toEqual([secret, false]);
  }
  // In the books it stays.
  const kept = await services.seed.sql<{ details: string }>('select details::text from audit_log where user_id = $1', [
    userId,
  ]);
  expect(kept.filter(({ details }) => details?.includes('segunda@rocha.example'))).toHaveLength(1);
});
