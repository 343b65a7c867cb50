import { sql } from 'kysely';
import { counted } from '#domain/numberFormat.ts';
import { postMessage } from '../../assistant/postMessage.ts';
import type { Outsider, Trx, Work } from '../../platform/db/unitOfWork.ts';
import type { Visitor } from './visitor.ts';

const PAGE = '/home/forms/purchase/quotes';

/** What a supplier did with a request; an answer prices some of its lines. */
export type QuoteNews =
  | { type: 'ANSWERED' | 'CHANGED'; priced: number; lines: number }
  | { type: 'DECLINED'; reason: string | null }
  | { type: 'RESUMED' };

interface Facts {
  companyId: number;
  buildingId: number;
  buyerId: number | null;
  /** "COT-0091 (Aço e telas)". */
  quote: string;
  supplier: string;
}

const sentenceOf = ({ supplier, quote }: Facts, news: QuoteNews): string => {
  switch (news.type) {
    case 'ANSWERED':
      return `${supplier} respondeu a cotação ${quote}: preço para ${news.priced} de ${counted(news.lines, 'item', 'itens')}.`;
    case 'CHANGED':
      return `${supplier} mudou a resposta da cotação ${quote}: preço para ${news.priced} de ${counted(news.lines, 'item', 'itens')}.`;
    case 'DECLINED':
      return `${supplier} recusou a cotação ${quote}.${news.reason === null ? '' : ` “${news.reason}”`}`;
    case 'RESUMED':
      return `${supplier} voltou a participar da cotação ${quote}.`;
  }
};

/** Tells the buyer of a quote what a supplier did with it; open lists of quotes are brought up to date by it. */
export const announceNews = async (
  trx: Trx,
  work: Work<Outsider>,
  { accountId, quoteId, supplierId }: Visitor,
  news: QuoteNews,
): Promise<void> => {
  const { rows } = await sql<Facts>`
    select q.company_id as "companyId", q.building_id as "buildingId", q.buyer_id as "buyerId",
           q.document || ' (' || q.title || ')' as quote, p.name as supplier
      from quotes q
      join quote_suppliers s on s.account_id = q.account_id and s.quote_id = q.id and s.id = ${supplierId}
      join partners p on p.account_id = s.account_id and p.id = s.partner_id
     where q.account_id = ${accountId} and q.id = ${quoteId}`.execute(trx);
  const [facts] = rows;
  if (!facts || facts.buyerId === null) return;
  await postMessage(trx, work, {
    userIds: [facts.buyerId],
    about: { companyId: facts.companyId, permission: 'PURCHASE', buildingIds: [facts.buildingId] },
    event: 'SUPPLIER',
    kind: news.type === 'DECLINED' ? 'WARNING' : 'INFO',
    text: sentenceOf(facts, news),
    link: `${PAGE}?company=${facts.companyId}&id=${quoteId}`,
  });
};
