import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { verifyLedger } from '#services/financial/verification/verifyLedger.ts';
import { startLedger, type Doc, type Ledger } from '../ledger/kit.ts';

let ledger: Ledger;
beforeAll(async () => {
  ledger = await startLedger();
});
afterAll(() => ledger.services.stop());

const rulesPath = (rest = '') => `/api/v1/financial/account/${ledger.accountId}/retention-rules${rest}`;
const rules = async (): Promise<Doc[]> =>
  (await ledger.services.api.get(rulesPath(), { token: ledger.financeiro })).body.data.content;

const RULE = {
  ...{ tax: 'IRRF', validFrom: '2027-01-01', rate: '1.2', fact: 'ISSUE', dueDay: 15, workingDayRule: 'NEXT' },
  ...{ minimum: '12.00', collector: 'Receita Federal', code: '1708', legalSource: 'Lei nova, art. 1' },
};

describe('The rules of an account', () => {
  test('begin with the standard ones, each with its law', async () => {
    const found = (await rules()).map(({ tax, rate, minimum, dueDay, workingDayRule, code }) => [
      ...[tax, rate, minimum, dueDay, workingDayRule, code],
    ]);
    expect(found).toEqual([
      ['ISS', '5.00', '0.00', 10, 'NEXT', null],
      // Nothing of less than 10,00 is withheld; of IRRF and CSRF nothing up to 10,00.
      ['INSS', '11.00', '9.99', 20, 'PREVIOUS', '1162'],
      ['IRRF', '1.50', '10.00', 20, 'PREVIOUS', '1708'],
      ['CSRF', '4.65', '10.00', 20, 'PREVIOUS', '5952'],
    ]);
  });

  test('are read by who sees expenses, and written by an administrator', async () => {
    const { api } = ledger.services;
    expect((await api.post(rulesPath(), { token: ledger.financeiro, body: RULE })).status).toBe(403);
    const created = await api.post(rulesPath(), { token: ledger.admin, body: RULE });
    expect(created.body.data).toMatchObject({
      ...RULE,
      rate: '1.20',
      basePercentage: '100.00',
      validUntil: null,
      version: 1,
    });
    expect((await rules()).find(({ rate }) => rate === '1.50')).toMatchObject({ validUntil: '2026-12-31' });
    const again = await api.post(rulesPath(), { token: ledger.admin, body: RULE });
    expect([again.status, again.body.fields]).toEqual([
      409,
      [{ path: 'validFrom', message: 'Já existe uma regra deste imposto a partir deste dia.' }],
    ]);
  });

  test('are changed under a version; the last one goes, and the one before it holds again', async () => {
    const { api } = ledger.services;
    const [old, now] = (await rules()).filter(({ tax }) => tax === 'IRRF');
    const { tax: _tax, validFrom: _from, ...fields } = RULE;
    const put = (body: object) => api.put(rulesPath(`/${now.id}`), { token: ledger.admin, body });
    expect((await put({ ...fields, rate: '1.3', version: 9 })).status).toBe(409);
    expect((await put({ ...now, rate: '1.3' })).body.data).toMatchObject({ rate: '1.30', version: 2 });
    const remove = (id: number) => api.delete(rulesPath(`/${id}`), { token: ledger.admin });
    expect((await remove(old.id)).body.message).toBe('Só a última vigência de um imposto pode ser excluída.');
    expect((await remove(now.id)).status).toBe(200);
    expect((await rules()).filter(({ tax }) => tax === 'IRRF')).toMatchObject([{ id: old.id, validUntil: null }]);
  });

  test('propose due dates with the reason of a moved day', async () => {
    const query = { emissionDate: '2026-11-20', paymentDate: '2027-01-25' };
    const reply = await ledger.services.api.get(rulesPath('/proposals'), { token: ledger.financeiro, query });
    const found = reply.body.data.content.map((one: Doc) => [one.rule.tax, one.dueDate, one.dueReason]);
    expect(found).toEqual([
      ['ISS', '2026-12-10', null],
      ['INSS', '2026-12-18', '20/12 é domingo: dia útil anterior'],
      ['IRRF', '2026-12-18', '20/12 é domingo: dia útil anterior'],
      ['CSRF', '2027-02-19', '20/02 é sábado: dia útil anterior'],
    ]);
  });
});

describe('The report', () => {
  const retentions = (rest: string, query: Record<string, string> = {}, token = ledger.financeiro) =>
    ledger.services.api.get(`/api/v1/financial/company/${ledger.companyId}/retentions${rest}`, { token, query });
  let nota: Doc;
  beforeAll(async () => {
    const reply = await ledger.post('debit', {
      ...{ documentNumber: 'NF 9', invoiceValue: '10000.00', emissionDate: '2026-11-20', dueDate: '2026-12-20' },
      ...{ installmentCount: 2, partner: { id: ledger.concreteira } },
      transactionRecordBuildings: [{ building: { id: ledger.clinica }, invoiceValue: '10000.00' }],
      retentions: [
        { tax: 'ISS', base: '10000.00', rate: '5' },
        { tax: 'CSRF', base: '10000.00', rate: '4.65' },
        { tax: 'GUARANTEE', base: '10000.00', rate: '5', dueDate: '2026-11-10' },
      ],
    });
    nota = reply.body.data;
    const iss = await ledger.services.api.get(ledger.path('debit', `/${nota.retentions[0].payable.id}`), {
      token: ledger.financeiro,
    });
    await ledger.pay(iss.body.data, 1);
  });

  test('sums by tax and month: retained = collected + to collect + overdue', async () => {
    const { data } = (await retentions('/months')).body;
    const row = ({ tax, month, retained, paid, toPay, overdue }: Doc) => [tax, month, retained, paid, toPay, overdue];
    expect(data.content.map(row)).toEqual([
      ['GUARANTEE', '2026-11', '500.00', '0.00', '0.00', '500.00'],
      ['ISS', '2026-12', '500.00', '500.00', '0.00', '0.00'],
      ['CSRF', '2027-01', '232.50', '0.00', '232.50', '0.00'],
      ['CSRF', '2027-02', '232.50', '0.00', '232.50', '0.00'],
    ]);
    expect(data.totals).toEqual({ count: 4, retained: '1465.00', paid: '500.00', toPay: '465.00', overdue: '500.00' });
    const byFact = (await retentions('/months', { by: 'FACT', tax: 'CSRF' })).body.data;
    expect(byFact.content.map(({ month }: Doc) => month)).toEqual(['2026-12', '2027-01']);
  });

  test('lists what is behind a figure', async () => {
    const { data } = (await retentions('', { tax: 'CSRF', from: '2027-01-01', to: '2027-01-31' })).body;
    expect(data).toMatchObject({
      totalElements: 1,
      content: [
        {
          ...{ tax: 'CSRF', status: 'OPEN', value: '232.50', base: '10000.00', rate: '4.65', dueDate: '2027-01-20' },
          ...{ factDate: '2026-12-20', collector: { name: 'Receita Federal' } },
          transaction: { id: nota.id, documentNumber: 'NF 9', invoiceValue: '10000.00' },
        },
      ],
    });
    expect((await retentions('', { status: 'PAID' })).body.data.content).toMatchObject([{ tax: 'ISS' }]);
    expect((await retentions('', { search: 'concreteira 9' })).body.data.totalElements).toBe(4);
    expect((await retentions('', { partner: String(ledger.cliente) })).body.data.totalElements).toBe(0);
  });

  test('has nothing of obras that the user may not see', async () => {
    expect((await retentions('', {}, ledger.engenheiro)).body.data.totalElements).toBe(0);
    expect((await retentions('/months', {}, ledger.engenheiro)).body.data.totals.retained).toBe('0.00');
  });

  test('is of a ledger that adds up, and verify-ledger tells of one that does not', async () => {
    const { services } = ledger;
    expect((await verifyLedger(services.database.ownerUrl)).differences).toEqual([]);
    await services.seed.sql('alter table pending_sum_checks disable trigger check_retentions');
    await services.seed.sql('update transactions set invoice_value = invoice_value + 1 where id = $1', [nota.id]);
    await services.seed.sql('alter table pending_sum_checks enable trigger check_retentions');
    const { differences } = await verifyLedger(services.database.ownerUrl);
    expect(differences.map(({ subject }) => subject)).toEqual([`a nota da despesa ${nota.id}`]);
  });
});
