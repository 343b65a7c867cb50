import { sql } from 'kysely';
import { readPaymentCode } from '#domain/financial/paymentCodes/read.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';

/** An installment, and the code that it is to have. */
export interface Coded {
  id: number;
  paymentCode: string | null;
}

const rowOf = ({ id, paymentCode }: Coded, today: string) => {
  const read = readPaymentCode(paymentCode ?? '', today);
  if (!read.ok) throw new Error('a code is read before it is stored');
  const { code } = read;
  return {
    i: id,
    kind: code.kind,
    code: code.code,
    bank: code.kind === 'BOLETO' ? code.bank : null,
    amount: code.amount,
    due: code.dueDate,
  };
};

/** Writes the codes that differ from the stored ones; what is gone from the transaction took its code along. */
export const storePaymentCodes = async (
  trx: Trx,
  accountId: number,
  planned: readonly Coded[],
  current: readonly Coded[],
  today: string,
): Promise<void> => {
  const before = new Map(current.map(({ id, paymentCode }) => [id, paymentCode]));
  const changed = planned.filter(({ id, paymentCode }) => paymentCode !== (before.get(id) ?? null));
  const gone = changed.filter(({ paymentCode }) => paymentCode === null).map(({ id }) => id);
  if (gone.length > 0) {
    await trx
      .deleteFrom('installment_payment_codes')
      .where('account_id', '=', accountId)
      .where('installment_id', 'in', gone)
      .execute();
  }
  const rows = changed.filter(({ paymentCode }) => paymentCode !== null).map((one) => rowOf(one, today));
  if (rows.length === 0) return;
  await sql`
    insert into installment_payment_codes (account_id, installment_id, kind, code, bank, amount, due_date)
    select ${accountId}, r.i, r.kind, r.code, r.bank, r.amount, r.due
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as r(i bigint, kind text, code text, bank text, amount numeric, due date)
    on conflict (account_id, installment_id) do update
      set kind = excluded.kind, code = excluded.code, bank = excluded.bank, amount = excluded.amount,
        due_date = excluded.due_date`.execute(trx);
};
