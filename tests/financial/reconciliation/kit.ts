import { done } from '#tests/purchase/orders/kit.ts';
import { ofx, startStatements, type Written } from '#tests/financial/bankStatements/kit.ts';

/** Installments of a document: [due date, gross value]. */
type Due = readonly [date: string, gross: string];

/** Statements, and documents to reconcile them with. */
export const startReconciliation = async () => {
  const statements = await startStatements();
  const { api, seed, office, token, base } = statements;
  const company = `/api/v1/financial/company/${office.companyId}`;
  const register = (table: string, values: object) => seed.insert(table, { account_id: office.accountId, ...values });
  const partner = (name: string, type: 'SUPPLIER' | 'CUSTOMER' = 'SUPPLIER', taxId: string | null = null) =>
    register('partners', { name, type, tax_id: taxId });
  const category = (name: string, type: 'DEBIT' | 'CREDIT' = 'DEBIT') => register('categories', { name, type });
  /** A document whose installments are open. */
  const document = async (
    kind: 'debit' | 'credit',
    header: { partner?: number; category?: number; documentNumber?: string },
    dues: readonly Due[],
    more: object = {},
  ) => {
    const body = {
      emissionDate: '2026-10-01',
      documentNumber: header.documentNumber ?? null,
      ...(header.partner && { partner: { id: header.partner } }),
      ...(header.category && { category: { id: header.category } }),
      transactionRecordList: dues.map(([dueDate, grossValue]) => ({ forecast: true, dueDate, grossValue })),
      ...more,
    };
    return done(await api.post(`${company}/${kind}/`, { token, body }));
  };
  const transaction = async (kind: 'debit' | 'credit', id: number) =>
    done(await api.get(`${company}/${kind}/${id}`, { token }));
  const pay = (kind: 'debit' | 'credit', id: number, installmentId: number, body: object) =>
    api.post(`${company}/${kind}/${id}/installment/${installmentId}/payment`, { token, body });
  const desk = async (wallet: number, query: Record<string, string> = {}, as = token) =>
    done(await api.get(`${base}/reconciliation`, { token: as, query: { wallet: String(wallet), ...query } }));
  const candidates = async (wallet: number, query: Record<string, string> = {}, as = token) =>
    done(
      await api.get(`${base}/reconciliation/candidates`, { token: as, query: { wallet: String(wallet), ...query } }),
    );
  const accept = (items: readonly object[], as = token, headers = {}) =>
    api.post(`${base}/reconciliation`, { token: as, body: { items }, headers });
  /** Result of the only item. */
  const accepted = async (item: object, as = token) => {
    const answer = done(await accept([item], as));
    return { ...answer.results[0], acceptance: answer.acceptance as string };
  };
  const undoAll = (body: object, as = token) => api.post(`${base}/reconciliation/undo`, { token: as, body });
  const ignore = (body: object, as = token) => api.post(`${base}/reconciliation/ignored`, { token: as, body });
  const restore = (lines: number[], as = token) =>
    api.post(`${base}/reconciliation/ignored/undo`, { token: as, body: { lines } });
  const close = (walletId: number, body: object, as = token) =>
    api.put(`${base}/reconciliation/wallets/${walletId}/reconciled-through`, { token: as, body });
  let accounts = 0;
  /** A wallet of its own whose statement has these lines. */
  const bank = async (
    lines: readonly Written[],
    { ledger, name, opening = '0.00' }: { ledger?: readonly [string, string]; name?: string; opening?: string } = {},
  ) => {
    accounts += 1;
    const walletId = await seed.insert('wallets', {
      ...{ account_id: office.accountId, company_id: office.companyId, identifier: name ?? `Banco ${accounts}` },
      ...{ initial_balance: opening, balance_date: '2026-01-01' },
    });
    const number = `7700${accounts}-0`;
    const file = await statements.imported(
      ofx({ number, lines, ...(ledger && { ledger }) }),
      `b${accounts}.ofx`,
      walletId,
    );
    return { walletId, number, file };
  };
  /** Money of a wallet at the end of a day. */
  const balance = async (walletId: number, at = '2026-11-20'): Promise<string> =>
    done(await api.get(`${company}/cashflow/paid/bank/${walletId}/balance`, { token, query: { at } })).balance;
  return {
    ...statements,
    ...{ company, partner, category, document, transaction, pay, desk, candidates, accept, accepted },
    ...{ undoAll, ignore, restore, close, bank, balance },
  };
};
export type Reconciliation = Awaited<ReturnType<typeof startReconciliation>>;
