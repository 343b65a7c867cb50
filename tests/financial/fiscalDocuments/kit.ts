import { partsOf, startInvoices } from '#tests/purchase/invoices/kit.ts';
import { done } from '#tests/purchase/orders/kit.ts';

/** An office with a CNPJ, its supplier's last expense (14 and 28 days, a category, a rateio), and the calls of notas. */
export const startFiscal = async () => {
  const desk = await startInvoices();
  const { api, office, token, seed } = desk;
  const financial = `/api/v1/financial/company/${office.companyId}`;
  const base = `${financial}/fiscal-documents`;
  const send = (content: Buffer, { file = 'nota.xml', as = token, headers = {}, to = base } = {}) => {
    const { body, headers: own } = partsOf([{ name: 'file', content, file }]);
    return api.post(to, { token: as, body, headers: { ...own, ...headers } });
  };
  /** A draft of a nota; its id. */
  const draft = async (content: Buffer): Promise<number> => done(await send(content)).document.id as number;
  const propose = async (id: number) => done(await api.get(`${base}/${id}`, { token }));
  const drafts = async (as = token) => done(await api.get(base, { token: as })).content as { id: number }[];
  const save = (body: object, as = token, headers = {}) => api.post(`${financial}/debit`, { token: as, body, headers });
  /** The expense as it is proposed. */
  const proposed = async (id: number, rest: object = {}): Promise<Record<string, unknown>> => {
    const { documentNumber, emissionDate, partner, netValue, installments } = await propose(id);
    return {
      ...{ documentNumber, emissionDate, grossValue: netValue, transactionRecordList: installments },
      ...(partner
        ? { partner: { id: partner.id }, fiscalDocument: { id } }
        : { fiscalDocument: { id, createPartner: true } }),
      ...rest,
    };
  };
  const saved = async (id: number, rest: object = {}) => done(await save(await proposed(id, rest)));
  const countExpenses = async () =>
    Number(
      (
        await seed.sql<{ n: string }>(`select count(*) as n from transactions where account_id = $1`, [
          office.accountId,
        ])
      )[0]?.n,
    );
  return { ...desk, financial, base, send, draft, propose, drafts, save, proposed, saved, countExpenses };
};
export type FiscalDesk = Awaited<ReturnType<typeof startFiscal>>;
