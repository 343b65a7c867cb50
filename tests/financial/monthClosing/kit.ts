import { done } from '#tests/purchase/orders/kit.ts';
import { startReconciliation } from '#tests/financial/reconciliation/kit.ts';
import type { Reply } from '#tests/support/services.ts';

/** What the sentence of a closed month says, written out. */
export const CLOSED = (month: string): string =>
  `${month} está fechado em Construtora Ipê Demo. Quem administra a conta pode abrir uma exceção, ou reabrir o mês, em Fechamento do mês.`;

/** A company with wallets, whose months are closed. Today is 20/11/2026. */
export const startClosing = async () => {
  const desk = await startReconciliation();
  const { api, seed, office, token, company } = desk;
  await seed.sql(`update companies set name = 'Construtora Ipê Demo' where id = $1`, [office.companyId]);
  const closings = `${company}/month-closings`;
  const year = async (of = 2026, as = token) =>
    done(await api.get(closings, { token: as, query: { year: String(of) } }));
  const month = async (of: string, as = token) => done(await api.get(`${closings}/${of}`, { token: as }));
  const rows = async (of: string, point: string, query: Record<string, string> = {}) =>
    done(await api.get(`${closings}/${of}/points/${point}`, { token, query }));
  const openCount = async (of: string): Promise<number> =>
    (await month(of)).points
      .filter(({ point }: { point: string }) => point !== 'PENDING_SUGGESTIONS')
      .reduce((sum: number, { count }: { count: number }) => sum + count, 0);
  const tryClose = (of: string, confirmedCount: number, as = token, headers = {}): Promise<Reply> =>
    api.post(`${closings}/${of}/close`, { token: as, body: { confirmedCount }, headers });
  /** Closes a month, with whatever its checklist says. */
  const closeMonth = async (of: string) => done(await tryClose(of, await openCount(of)));
  const reopen = (of: string, reason = 'Nota que chegou depois', as = token): Promise<Reply> =>
    api.post(`${closings}/${of}/reopen`, { token: as, body: { reason } });
  const except = (body: object, of = '2026-10', as = token): Promise<Reply> =>
    api.post(`${closings}/${of}/exceptions`, {
      token: as,
      body: { minutes: 60, reason: 'Valor digitado errado', ...body },
    });
  const endException = (id: number, as = token): Promise<Reply> =>
    api.post(`${closings}/exceptions/${id}/end`, { token: as });
  /** All that closed months protect, as one text that changes with any of it. */
  const books = async (): Promise<string> => {
    const [row] = await seed.sql<{ books: string }>(`
      select concat_ws(' ',
        (select md5(coalesce(string_agg(x::text, '|' order by x.id), '')) from transactions x),
        (select md5(coalesce(string_agg(x::text, '|' order by x.id), '')) from installments x),
        (select md5(coalesce(string_agg(x::text, '|' order by x.id), '')) from apportionments x),
        (select md5(coalesce(string_agg(x::text, '|' order by x.installment_id, x.apportionment_id), '')) from apportionment_shares x),
        (select md5(coalesce(string_agg(x::text, '|' order by x.id), '')) from transfers x),
        (select md5(coalesce(string_agg(x::text, '|' order by x.id), '')) from wallets x),
        (select md5(coalesce(string_agg(x::text, '|' order by x.id), '')) from attachments x),
        (select md5(coalesce(string_agg(x::text, '|' order by x.id), '')) from bank_links x)) as books`);
    return row?.books ?? '';
  };
  return {
    ...desk,
    ...{ closings, year, month, rows, openCount, tryClose, closeMonth, reopen, except, endException, books },
  };
};
export type Closing = Awaited<ReturnType<typeof startClosing>>;
