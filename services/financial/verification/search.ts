import { sql } from 'kysely';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import type { Findings } from './findings.ts';

/** Compares the search table (migrations 0011 and 0105) with the transactions and partners that it is derived from. */
export const verifySearch = async (trx: Trx, accountId: string, findings: Findings): Promise<void> => {
  const { rows } = await sql<{ id: number; found: boolean }>`
    select coalesce(s.transaction_id, t.id) as id, t.id is not null as found
    from (select * from document_search where account_id = ${accountId}) s
    full join (
      select t.id, t.company_id, t.type,
        search_text(t.document_number, t.description, p.name, p.trade_name) as text
      from transactions t left join partners p on p.account_id = t.account_id and p.id = t.partner_id
      where t.account_id = ${accountId}) t on t.id = s.transaction_id
    where (s.company_id, s.type, s.text) is distinct from (t.company_id, t.type, t.text)
    order by 1 limit 20`.execute(trx);
  for (const { id, found } of rows) {
    findings.note(
      accountId,
      'o texto das buscas',
      found ? `o do documento ${id} não é o seu` : `há um para o documento ${id}, que não existe`,
    );
  }
};

/** Compares the search table of orders (migration 0054) with what it is derived from. */
export const verifyOrderSearch = async (trx: Trx, accountId: string, findings: Findings): Promise<void> => {
  const { rows } = await sql<{ id: number }>`
    select coalesce(s.order_id, o.id) as id
    from (select * from order_search where account_id = ${accountId}) s
    full join (select o.*, searched_order_text(o.account_id, o.id) as text from orders o
                where o.account_id = ${accountId}) o on o.id = s.order_id
    where (s.company_id, s.text) is distinct from (o.company_id, o.text)
    order by 1 limit 20`.execute(trx);
  for (const { id } of rows) findings.note(accountId, 'o texto das buscas', `o do pedido ${id} não é o seu`);
};
