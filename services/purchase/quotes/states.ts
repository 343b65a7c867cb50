import { sql, type RawBuilder } from 'kysely';

const answered = sql`exists (select from quote_answers a
  where a.account_id = s.account_id and a.supplier_id = s.id)`;

/** How far a supplier "s" is (domain.md §4). */
export const supplierState = sql`case
  when s.revoked_at is not null then 'REVOKED'
  when s.declined_at is not null then 'DECLINED'
  when ${answered} then 'ANSWERED'
  when exists (select from quote_drafts d where d.account_id = s.account_id and d.supplier_id = s.id) then 'FILLING'
  when s.opened_at is not null then 'OPENED'
  when s.sent_at is not null then 'UNOPENED'
  else 'CHOSEN' end`;

/** A supplier "s" was asked and may still answer for the first time. */
const pending = sql`s.sent_at is not null and s.revoked_at is null and s.declined_at is null and not ${answered}`;

/** State of a quote "q" at an instant; it follows from its orders, its dates and its answers. */
export const quoteState = (now: Date): RawBuilder<string> => sql`case
  when exists (select from orders o where o.account_id = q.account_id and o.quote_id = q.id) then 'ORDERED'
  when q.closed_at is not null then 'CLOSED'
  when q.sent_at is null then 'DRAFT'
  when q.deadline > ${now} and exists (select from quote_suppliers s
    where s.account_id = q.account_id and s.quote_id = q.id and ${pending}) then 'WAITING'
  else 'TO_DECIDE' end`;

/** The answers "a" that count: the newest of each supplier who has not declined. */
export const countingAnswer = sql`not exists (select from quote_answers n
    where n.account_id = a.account_id and n.supplier_id = a.supplier_id and n.revision > a.revision)
  and exists (select from quote_suppliers s
    where s.account_id = a.account_id and s.id = a.supplier_id and s.declined_at is null)`;
