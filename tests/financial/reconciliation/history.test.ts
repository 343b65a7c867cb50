/** What the history of a document says of its lines of the bank; every expected figure is worked out by hand. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { changeLines, changeTitle } from '#domain/financial/changes/words.ts';
import { done } from '#tests/purchase/orders/kit.ts';
import { type Reconciliation, startReconciliation } from './kit.ts';

let desk: Reconciliation;
beforeAll(async () => (desk = await startReconciliation()));
afterAll(() => desk.services.stop());

type Change = Parameters<typeof changeLines>[0];

/** Each change with its sentences, the latest first. */
const told = async (id: number, as = desk.token): Promise<string[][]> => {
  const { content } = done(await desk.api.get(`${desk.company}/debit/${id}/history`, { token: as }));
  return content.map((one: Change) =>
    [changeTitle(one.action, 'DEBIT'), ...changeLines(one, 'DEBIT')].map((text) => text.replaceAll('\u00a0', ' ')),
  );
};

const lineIds = async (wallet: number): Promise<number[]> => {
  const { content } = await desk.desk(wallet);
  return content.map(({ id }: { id: number }) => id).sort((a: number, b: number) => a - b);
};

const RECONCILED = 'conciliou um pagamento com o extrato';
const UNDONE = 'desfez a conciliação de um pagamento com o extrato';

describe('The history of an expense', () => {
  test('says with which line of which bank an installment was reconciled, and that it no longer is', async () => {
    const made = await desk.document('debit', { documentNumber: 'H 1' }, [
      ['2026-10-10', '100.00'],
      ['2026-11-10', '250.40'],
    ]);
    const { walletId } = await desk.bank([['2026-11-12', '-250,40', 'BOLETO H UM', 'h1']], { name: 'Caixa da obra' });
    const [line] = await lineIds(walletId);
    const second = made.transactionRecordList[1].id;
    const { acceptance, ...result } = await desk.accepted({ lines: [line], entries: [{ installmentId: second }] });
    expect(result).toMatchObject({ ok: true, error: null });
    expect((await told(made.id)).slice(0, 2)).toEqual([
      [RECONCILED, 'Parcela 2: linha de R$ 250,40, de 12/11/2026, do extrato de Caixa da obra'],
      ['registrou um pagamento', expect.stringContaining('Parcela 2: pagamento de R$ 250,40 em 12/11/2026')],
    ]);
    expect((await desk.undoAll({ acceptance })).status).toBe(200);
    expect((await told(made.id)).slice(0, 2)).toEqual([
      ['desfez um pagamento', expect.stringContaining('Parcela 2: desfeito o pagamento de R$ 250,40')],
      [UNDONE, 'Parcela 2: linha de R$ 250,40, de 12/11/2026, do extrato de Caixa da obra'],
    ]);
  });

  test('says of a payment that was there before only that it was reconciled, and of its estorno that this was undone', async () => {
    const made = await desk.document('debit', { documentNumber: 'H 2' }, [['2026-11-10', '75.00']]);
    const { walletId } = await desk.bank([['2026-11-11', '-75,00', 'BOLETO H DOIS', 'h2']], { name: 'Sicredi' });
    const [parcel] = made.transactionRecordList;
    const body = { version: made.version, paymentDate: '2026-11-11', bank: { id: walletId }, paymentMethod: 'BOLETO' };
    const paid = done(await desk.pay('debit', made.id, parcel.id, body)).transaction;
    const lines = await lineIds(walletId);
    expect(await desk.accepted({ lines, entries: [{ installmentId: parcel.id }] })).toMatchObject({ ok: true });
    const line = 'Parcela 1: linha de R$ 75,00, de 11/11/2026, do extrato de Sicredi';
    expect((await told(made.id)).map(([title]) => title)).toEqual([
      RECONCILED,
      'registrou um pagamento',
      'criou a despesa',
    ]);
    expect((await told(made.id))[0]).toEqual([RECONCILED, line]);
    const path = `${desk.company}/debit/${made.id}/installment/${parcel.id}/payment`;
    const undone = await desk.api.delete(path, { token: desk.token, query: { version: String(paid.version) } });
    expect(undone.status).toBe(200);
    const after = await told(made.id);
    expect(after.map(([title]) => title)).toEqual([
      'desfez um pagamento',
      UNDONE,
      RECONCILED,
      'registrou um pagamento',
      'criou a despesa',
    ]);
    expect(after[1]).toEqual([UNDONE, line]);
  });
});
