import { sql } from 'kysely';
import { MAX_FITTING, type UsedInstallment } from '#schema/financial/paymentCodes/paymentCodes.rest.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import type { Reader } from '../transactions/reader.ts';
import { seesTransaction, viewOf } from '../transactions/visibility.ts';

type Row = Omit<UsedInstallment, 'partner' | 'company'> & {
  partnerId: number | null;
  partnerName: string | null;
  companyId: number;
  companyName: string;
  buildings: number[];
};

/** Rows that are looked at; a code at more installments is no code. */
const LOOKED_AT = 50;

/** Installments of the account that have a code, as far as the reader may see them. */
export const installmentsWith = async (
  trx: Trx,
  { session, kind }: Reader,
  code: string,
): Promise<{ usedBy: UsedInstallment[]; usedElsewhere: boolean }> => {
  const { rows } = await sql<Row>`
    select i.id, i.transaction_id as "transactionId", t.version, i.number, t.installment_count as "installmentCount",
      i.due_date as "dueDate", i.gross_value as "grossValue", i.forecast, t.document_number as "documentNumber", t.description,
      p.id as "partnerId", p.name as "partnerName", co.id as "companyId", co.name as "companyName",
      array(select a.building_id from apportionments a
        where a.account_id = t.account_id and a.transaction_id = t.id) as buildings
    from installment_payment_codes c
    join installments i on i.account_id = c.account_id and i.id = c.installment_id
    join transactions t on t.account_id = i.account_id and t.id = i.transaction_id
    join companies co on co.account_id = t.account_id and co.id = t.company_id
    left join partners p on p.account_id = t.account_id and p.id = t.partner_id
    where c.account_id = ${session.accountId} and c.code = ${code}
    order by i.id limit ${LOOKED_AT}`.execute(trx);
  const seen = rows.filter(({ companyId, buildings }) => seesTransaction(viewOf(session, companyId, kind), buildings));
  return {
    usedBy: seen
      .slice(0, MAX_FITTING)
      .map(({ partnerId, partnerName, companyId, companyName, buildings: _buildings, ...row }) => ({
        ...row,
        partner: partnerId === null ? null : { id: partnerId, name: partnerName ?? '' },
        company: { id: companyId, name: companyName },
      })),
    usedElsewhere: seen.length < rows.length,
  };
};
