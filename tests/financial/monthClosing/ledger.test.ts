import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { verifyLedger } from '#services/financial/verification/verifyLedger.ts';
import { done } from '#tests/purchase/orders/kit.ts';
import { startClosing, type Closing } from './kit.ts';

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

test('The ledger check notices what changed in a closed month past the triggers, but not under an exception', async () => {
  const dates = { emissionDate: '2026-10-04', competenceDate: '2026-10-04' };
  const { id } = await kit.document('debit', { documentNumber: 'NF 1' }, [['2026-11-30', '100.00']], dates);
  await kit.closeMonth('2026-10');
  expect(await differences()).toEqual([]);
  await withoutTriggers(`update transactions set competence_date = '2026-11-04' where id = $1`, id);
  expect(await differences()).toContain(
    'outubro de 2026 de Construtora Ipê Demo: documentos mudaram depois do fechamento: eram 1, são 0',
  );
  await withoutTriggers(`update transactions set competence_date = '2026-10-04' where id = $1`, id);
  expect(await differences()).toEqual([]);
  done(await kit.except({ transactionId: id }));
  done(await kit.api.put(`${kit.company}/debit`, { token: kit.token, body: { id, ...dates, documentNumber: 'NF 2' } }));
  expect(await differences()).toEqual([]);
  await withoutTriggers(`update companies set closed_through = null where id = $1`, kit.office.companyId);
  expect(await differences()).toEqual([
    'empresa Construtora Ipê Demo: fechada até –, e os fechamentos dizem 2026-10-31',
  ]);
});
