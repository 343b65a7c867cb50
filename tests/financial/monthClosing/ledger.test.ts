import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { verifyLedger } from '#services/financial/verification/verifyLedger.ts';
import { done } from '#tests/purchase/orders/kit.ts';
import { startClosing, type Closing } from './kit.ts';
import { paidIn } from './ways.ts';

let kit: Closing;
beforeAll(async () => (kit = await startClosing()));
afterAll(() => kit.services.stop());

/** Runs a statement with triggers disabled, as a careless restore would. */
const withoutTriggers = async (text: string, id: number): Promise<void> => {
  const client = new pg.Client({
    connectionString: kit.services.database.ownerUrl,
    options: '-c prumo.owner_access=on -c session_replication_role=replica',
  });
  await client.connect();
  await client.query(text, [id]);
  await client.end();
};

const differences = async (): Promise<string[]> =>
  (await verifyLedger(kit.services.database.ownerUrl)).differences.map(
    ({ subject, problem }) => `${subject}: ${problem}`,
  );

test('The ledger check notices what changed in a closed month past the triggers, but not what an exception explains', async () => {
  const dates = { emissionDate: '2026-10-04', competenceDate: '2026-10-04' };
  const { id } = await kit.document('debit', { documentNumber: 'NF 1' }, [['2026-11-30', '100.00']], dates);
  const { id: other } = await kit.document('debit', { documentNumber: 'NF 7' }, [['2026-11-30', '7.00']], dates);
  const [paid, still] = [await paidIn(kit, '2026-10'), await paidIn(kit, '2026-10')];
  await kit.closeMonth('2026-10');
  expect(await differences()).toEqual([]);
  await withoutTriggers(`update transactions set competence_date = '2026-11-04' where id = $1`, id);
  expect(await differences()).toContain(
    'outubro de 2026 de Construtora Ipê Demo: documentos mudaram depois do fechamento: eram 2, são 1',
  );
  await withoutTriggers(`update transactions set competence_date = '2026-10-04' where id = $1`, id);
  expect(await differences()).toEqual([]);
  const change = (by: number, body: object) =>
    kit.api.put(`${kit.company}/debit`, { token: kit.token, body: { id: by, ...dates, ...body } });
  const { id: excepted } = done(await kit.except({ transactionId: id }));
  done(await change(id, { documentNumber: 'NF 2' }));
  expect(await differences()).toEqual([]);
  // Another one changed past the triggers: told, though an exception of the same month was used.
  const CHANGED =
    'outubro de 2026 de Construtora Ipê Demo: documentos mudaram depois do fechamento: eram 1, são 1, sem contar o que mudou por exceção';
  await withoutTriggers(`update transactions set document_number = 'NF 8' where id = $1`, other);
  expect(await differences()).toContain(CHANGED);
  await withoutTriggers(`update transactions set document_number = 'NF 7' where id = $1`, other);
  expect(await differences()).toEqual([]);

  // A second exception for the same document: the closing keeps what it had before the first.
  done(await kit.endException(excepted));
  done(await kit.except({ transactionId: id }));
  done(await change(id, { documentNumber: 'NF 3' }));
  // All of the month: a document changed, one made, one deleted, and a payment that leaves the month.
  const month = done(await kit.except({}));
  done(await change(other, { documentNumber: 'NF 9' }));
  await kit.document('debit', { documentNumber: 'NF 10' }, [['2026-11-30', '5.00']], dates);
  const { id: late } = await kit.document('debit', { documentNumber: 'NF 11' }, [['2026-11-30', '6.00']], dates);
  done(await kit.api.delete(`${kit.company}/debit/${late}`, { token: kit.token, query: {} }));
  const path = `${kit.company}/debit/${paid.id}/installment/${paid.transactionRecordList[0].id}/payment`;
  done(await kit.api.delete(path, { token: kit.token }));
  expect(await differences()).toEqual([]);
  await withoutTriggers(
    `update installments set payment_date = '2026-10-21' where id = $1`,
    still.transactionRecordList[0].id,
  );
  expect(await differences()).toContain(CHANGED.replace('documentos', 'pagamentos'));
  await withoutTriggers(
    `update installments set payment_date = '2026-10-15' where id = $1`,
    still.transactionRecordList[0].id,
  );
  done(await kit.endException(month.id));

  // Reopened and closed again, all of that is as it should be.
  done(await kit.reopen('2026-10'));
  await kit.closeMonth('2026-10');
  done(await change(id, { documentNumber: 'NF 12' }));
  expect(await differences()).toEqual([]);
  await withoutTriggers(`update transactions set document_number = 'NF 8' where id = $1`, other);
  expect(await differences()).toContainEqual(
    expect.stringMatching(/documentos mudaram depois do fechamento: eram 2, são 2, sem/),
  );
  await withoutTriggers(`update transactions set document_number = 'NF 9' where id = $1`, other);
  await withoutTriggers(`update companies set closed_through = null where id = $1`, kit.office.companyId);
  expect(await differences()).toEqual([
    'empresa Construtora Ipê Demo: fechada até –, e os fechamentos dizem 2026-10-31',
  ]);
});
