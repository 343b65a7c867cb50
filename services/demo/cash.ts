import type { IsoDate } from '#domain/dates.ts';
import { fromCents, toCents, type Money } from '#domain/money.ts';
import type { Draft, DraftInstallment } from './drafts.ts';

const signed = (draft: Draft, cents: bigint): bigint => (draft.type === 'CREDIT' ? cents : -cents);

/** Net value of a paid installment. */
export const paidValue = ({ gross, payment }: DraftInstallment): Money =>
  fromCents(toCents(gross) + toCents(payment?.increase ?? '0.00') - toCents(payment?.discount ?? '0.00'));

/** Cash received less cash paid, up to and including a day. */
export const cashMoved = (drafts: readonly Draft[], until: IsoDate): bigint =>
  total(drafts, (one) => (one.payment && one.payment.date <= until ? toCents(paidValue(one)) : 0n));

/** Open receivables less open payables due up to a day, overdue ones included. */
export const cashExpected = (drafts: readonly Draft[], until: IsoDate): bigint =>
  total(drafts, (one) => (one.payment === null && one.dueDate <= until ? toCents(one.gross) : 0n));

const total = (drafts: readonly Draft[], cents: (one: DraftInstallment) => bigint): bigint =>
  drafts.reduce(
    (sum, draft) =>
      sum +
      signed(
        draft,
        draft.installments.reduce((part, one) => part + cents(one), 0n),
      ),
    0n,
  );
