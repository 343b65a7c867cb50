import type { TransactionType } from '#domain/transactions.ts';
import { openOffice, type Office } from '#tests/financial/officeKit.ts';
import { startServices, type Reply, type TestServices } from '#tests/support/services.ts';

/** Fields first, then rows: lines 2, 3 … of the file. */
export type Sheet = readonly (readonly string[])[];

export interface BillOffice {
  services: TestServices;
  office: Office;
  stranger: Office;
  /** A building of the office, and another one. */
  tower: number;
  house: number;
  send: (sheet: Sheet, more?: Record<string, unknown>, token?: string) => Promise<Reply>;
  check: (sheet: Sheet, more?: Record<string, unknown>, token?: string) => Promise<Reply>;
  undo: (importId: number, token?: string, companyId?: number) => Promise<Reply>;
  /** Rows of a statement whose $1 is the account. */
  rowsOf: (sql: string) => Promise<Record<string, unknown>[]>;
}

/** What imports of expenses and of income have of their own. */
const OF = { DEBIT: { partner: 'SUPPLIER', segment: 'debit' }, CREDIT: { partner: 'CUSTOMER', segment: 'credit' } };

/**
 * An account with a company, two obras, a supplier (or customer) with a CNPJ, categories and a wallet, and calls that import
 * expenses (or income); and a stranger with as much.
 */
export const openBills = async (type: TransactionType = 'DEBIT'): Promise<BillOffice> => {
  const services = await startServices();
  const { seed, api } = services;
  const office = await openOffice(seed);
  const stranger = await openOffice(seed, 'CANARIO');
  const furnish = async ({ accountId, companyId }: Office, tax_id: string) => {
    const owner = { account_id: accountId };
    const tower = await seed.insert('buildings', { ...owner, company_id: companyId, name: 'Torre Sul' });
    const house = await seed.insert('buildings', { ...owner, company_id: companyId, name: 'Casa Alta' });
    // The stages of an older estimate are not offered any more.
    for (const [code, name] of [
      ['A', 'Alvenaria velha'],
      ['B', 'Alvenaria'],
    ] as const) {
      const place = { ...owner, building_id: tower };
      const estimate = { ...place, company_id: companyId, code, description: 'Orçamento' };
      const cost_estimate_id = await seed.insert('cost_estimates', estimate);
      await seed.insert('cost_estimate_groups', { ...place, cost_estimate_id, code: '1', name, position: 1 });
    }
    await seed.insert('partners', { ...owner, type: OF[type].partner, name: 'Depósito São Jorge Ltda', tax_id });
    await seed.insert('categories', { ...owner, type: 'DEBIT', name: 'Concreto' });
    await seed.insert('categories', { ...owner, type: 'CREDIT', name: 'Medições' });
    await seed.insert('wallets', {
      ...owner,
      ...{ company_id: companyId, identifier: 'Conta Itaú', balance_date: '2026-01-01' },
    });
    return { tower, house };
  };
  const { tower, house } = await furnish(office, '11222333000181');
  await furnish(stranger, '11444777000161');
  const at = (companyId: number) => `/api/v1/financial/company/${companyId}/${OF[type].segment}/import`;
  const send: BillOffice['send'] = ([columns = [], ...rows], more = {}, token = office.admin) =>
    api.post(at(office.companyId), {
      token,
      body: {
        ...{ fileName: 'controle.xlsx', columns },
        rows: rows.map((cells, index) => ({ line: index + 2, cells })),
        ...more,
      },
    });
  return {
    ...{ services, office, stranger, tower, house, send },
    check: (sheet, more = {}, token = office.admin) => send(sheet, { dryRun: true, ...more }, token),
    undo: (importId, token = office.admin, companyId = office.companyId) =>
      api.post(`${at(companyId)}/${importId}/undo`, { token }),
    rowsOf: (sql) => seed.sql<Record<string, unknown>>(sql, [office.accountId]),
  };
};
