import { sql } from 'kysely';
import type { IsoDate } from '#domain/dates.ts';
import type { OrderDispatch, OrderDispatchStanding } from '#schema/purchase/orders/orders.rest.ts';

/** That an order was sent, as it is stored (migration 0060). */
export interface StoredDispatch extends Pick<
  OrderDispatch,
  'state' | 'sentAt' | 'email' | 'phone' | 'message' | 'mail' | 'openedAt' | 'changedAt' | 'revoked'
> {
  partnerId: number;
  sentBy: number | null;
  /** Counts the changes of what the supplier reads. */
  revision: number;
  /** Hexadecimal hash of what he reads. */
  contentHash: string;
  answer: StoredAnswer | null;
}

/** The latest answer of a supplier. */
export interface StoredAnswer {
  type: 'CONFIRMED' | 'PROPOSED';
  at: string;
  /** What he had read. */
  revision: number;
  date: IsoDate | null;
  note: string | null;
  supplierDocument: string | null;
  decision: 'ACCEPTED' | 'KEPT' | null;
  /** Delivery date before a proposed one was accepted. */
  dateBefore: IsoDate | null;
}

/** State of the latest mail of the dispatch "s". */
const MAIL = sql`(
  select case when m.sent_at is not null then 'DELIVERED' when m.failed_at is not null then 'FAILED' else 'WAITING' end
    from outgoing_mail m where m.account_id = s.account_id and m.order_id = s.order_id order by m.id desc limit 1)`;

/** How far the dispatch "s" is. */
const STATE = sql`case
  when s.answer is null then case when s.opened_at is null then 'SENT' else 'OPENED' end
  when s.answer = 'CONFIRMED' or s.decision = 'ACCEPTED' then 'CONFIRMED'
  when s.decision = 'KEPT' then 'KEPT'
  else 'PROPOSED' end`;

/** How far the order "o" is on its way, for lists. */
export const DISPATCH_STANDING = sql<OrderDispatchStanding | null>`(
  select json_build_object('state', ${STATE}, 'mail', ${MAIL}, 'revoked', s.revoked_at is not null,
           'outdated', coalesce(s.answer_revision < s.revision, false))
    from order_dispatches s where s.account_id = o.account_id and s.order_id = o.id)`;

/** The dispatch of the order "o". */
export const DISPATCH = sql`(
  select json_build_object('state', ${STATE}, 'partnerId', s.partner_id, 'sentBy', s.sent_by, 'sentAt', s.sent_at, 'email', s.email,
           'phone', s.phone, 'message', s.message, 'mail', ${MAIL}, 'openedAt', s.opened_at, 'changedAt', s.changed_at,
           'revoked', s.revoked_at is not null, 'revision', s.revision, 'contentHash', encode(s.content_hash, 'hex'),
           'answer', case when s.answer is not null then json_build_object('type', s.answer, 'at', s.answered_at,
             'revision', s.answer_revision, 'date', s.answer_date, 'note', s.answer_note,
             'supplierDocument', s.supplier_document, 'decision', s.decision, 'dateBefore', s.date_before) end)
    from order_dispatches s where s.account_id = o.account_id and s.order_id = o.id)`;

const instant = (at: string | null): string | null => at && new Date(at).toISOString();

/** Whether what he answered to was changed afterwards. */
export const isOutdated = ({ revision }: StoredDispatch, answer: StoredAnswer): boolean => answer.revision < revision;

/** The answer of the contract. */
export const dispatchAnswer = (dispatch: StoredDispatch): OrderDispatch => {
  const { state, answer, sentAt, openedAt, changedAt, email, phone, message, mail, revoked } = dispatch;
  return {
    ...{ state, email, phone, message, mail, revoked },
    ...{ sentAt: new Date(sentAt).toISOString(), openedAt: instant(openedAt), changedAt: instant(changedAt) },
    answer: answer && {
      ...{ at: new Date(answer.at).toISOString(), date: answer.date, note: answer.note },
      ...{ supplierDocument: answer.supplierDocument, decision: answer.decision },
      outdated: isOutdated(dispatch, answer),
    },
  };
};
