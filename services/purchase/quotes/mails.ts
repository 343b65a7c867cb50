import { sql } from 'kysely';
import type { Trx } from '../../platform/db/unitOfWork.ts';

/** Kinds of mails to suppliers: the request, who has not answered, another deadline, a copy of the answer. */
export type QuoteMailKind = 'QUOTE_REQUEST' | 'QUOTE_REMINDER' | 'QUOTE_DEADLINE' | 'QUOTE_COPY';

/** A mail to suppliers; `address` is another than theirs. */
export interface QuoteMail {
  supplierIds: readonly number[];
  kind: QuoteMailKind;
  address?: string;
}

/** Queues a mail to suppliers within the command that causes it; the same mail that waits already is not queued again. */
export const queueQuoteMails = async (
  trx: Trx,
  accountId: number,
  { supplierIds, kind, address }: QuoteMail,
  now: Date,
): Promise<void> => {
  await sql`
    insert into outgoing_mail (account_id, quote_supplier_id, kind, address, created_at, next_attempt_at)
    select ${accountId}::bigint, s.id, ${kind}, ${address ?? null}, ${now}::timestamptz, ${now}::timestamptz
      from unnest(${[...supplierIds]}::bigint[]) as s (id)
     where not exists (select from outgoing_mail m
       where m.account_id = ${accountId} and m.quote_supplier_id = s.id and m.kind = ${kind}
         and m.address is not distinct from ${address ?? null} and m.sent_at is null and m.failed_at is null)`.execute(
    trx,
  );
};

/** Tells everybody who was asked, and has not declined, that the deadline was moved. */
export const tellDeadline = async (trx: Trx, accountId: number, quoteId: number, now: Date): Promise<void> => {
  const { rows } = await sql<{ id: number }>`
    select s.id from quote_suppliers s
      join partners p on p.account_id = s.account_id and p.id = s.partner_id
     where s.account_id = ${accountId} and s.quote_id = ${quoteId} and s.sent_at is not null
       and s.revoked_at is null and s.declined_at is null and coalesce(s.email, p.email) is not null
     order by s.id`.execute(trx);
  await queueQuoteMails(trx, accountId, { supplierIds: rows.map(({ id }) => id), kind: 'QUOTE_DEADLINE' }, now);
};
