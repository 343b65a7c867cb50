import { sql, type RawBuilder } from 'kysely';
import { isSameDueDay } from '#domain/financial/paymentCodes/dueDates.ts';
import type { PaymentCode } from '#domain/financial/paymentCodes/types.ts';
import { compare } from '#domain/money.ts';
import { isTaxId, normalizeTaxId } from '#domain/taxId.ts';
import { MAX_FITTING, type FittingInstallment } from '#schema/financial/paymentCodes/paymentCodes.rest.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import { conditionsOf } from '../transactions/filters.ts';
import type { Reader } from '../transactions/reader.ts';
import { mayChange } from '../transactions/visibility.ts';

/** Rows that are looked at: those of the same value may be many, and the user may not change all of them. */
const LOOKED_AT = 100;

interface Candidate extends Omit<FittingInstallment, 'exact' | 'reasons' | 'partner'> {
  partnerId: number | null;
  partnerName: string | null;
  partnerTaxId: string | null;
  byName: boolean;
  buildings: number[];
}

/** What a Pix says of its receiver. */
const receiverIn = (code: PaymentCode): { taxId: string | null; name: string | null } => {
  if (code.kind !== 'PIX') return { taxId: null, name: null };
  const key = normalizeTaxId(code.key ?? '');
  // Eleven digits are a CPF or a telephone; one without a check digit is no CPF.
  return { taxId: isTaxId(key) ? key : null, name: code.name.length > 3 ? code.name : null };
};

/** A name in a Pix has at most 25 characters: that of the partner may go on. */
const isNamed = (name: string | null): RawBuilder<boolean> =>
  name === null
    ? sql<boolean>`false`
    : sql<boolean>`coalesce(starts_with(search_key(p.name), search_key(${name}))
        or starts_with(search_key(${name}), search_key(p.name)), false)`;

/**
 * Open installments of expenses that a code may be of, best first. One of the same amount; where the code has none, one of
 * the partner that the Pix names. Installments that have a code are not proposed.
 */
export const fittingInstallments = async (
  trx: Trx,
  reader: Reader,
  code: PaymentCode,
): Promise<FittingInstallment[]> => {
  const { taxId, name } = receiverIn(code);
  if (code.amount === null && taxId === null && name === null) return [];
  const named = isNamed(name);
  const isReceiver = sql`(p.tax_id = ${taxId} or ${named})`;
  const wanted = code.amount === null ? isReceiver : sql`i.value = ${code.amount}::numeric`;
  const near = code.dueDate ?? reader.today;
  const { rows } = await sql<Candidate>`
    select i.id, i.transaction_id as "transactionId", t.version, i.number, t.installment_count as "installmentCount",
      i.due_date as "dueDate", i.gross_value as "grossValue", i.forecast, t.document_number as "documentNumber", t.description,
      p.id as "partnerId", p.name as "partnerName", p.tax_id as "partnerTaxId", ${named} as "byName",
      array(select a.building_id from apportionments a
        where a.account_id = t.account_id and a.transaction_id = t.id) as buildings
    from installments i
    join transactions t on t.account_id = i.account_id and t.id = i.transaction_id
    left join partners p on p.account_id = t.account_id and p.id = t.partner_id
    where i.account_id = ${reader.session.accountId} and i.company_id = ${reader.companyId} and i.type = ${reader.kind.type}
      and i.forecast and ${wanted} and ${conditionsOf({}, reader)}
      and not exists (select from installment_payment_codes c
        where c.account_id = i.account_id and c.installment_id = i.id)
    order by coalesce(${isReceiver}, false) desc, abs(i.due_date - ${near}::date), i.id
    limit ${LOOKED_AT}`.execute(trx);
  return rows
    .filter(({ buildings }) => mayChange(reader.session, reader.companyId, reader.kind, buildings))
    .map((row) => fittingOf(row, code, taxId))
    .sort((a, b) => Number(b.exact) - Number(a.exact) || b.reasons.length - a.reasons.length)
    .slice(0, MAX_FITTING);
};

const fittingOf = (
  { partnerId, partnerName, partnerTaxId, byName, buildings: _buildings, ...row }: Candidate,
  { amount, dueDate }: PaymentCode,
  taxId: string | null,
): FittingInstallment => {
  const sameAmount = amount !== null && compare(amount, row.grossValue) === 0;
  const sameDay = dueDate !== null && isSameDueDay(dueDate, row.dueDate);
  const sameTaxId = taxId !== null && partnerTaxId === taxId;
  const sameReceiver = sameTaxId || byName;
  return {
    ...row,
    partner: partnerId === null ? null : { id: partnerId, name: partnerName ?? '' },
    exact: sameAmount && (dueDate === null ? sameReceiver : sameDay),
    reasons: [
      ...(sameAmount ? ['mesmo valor'] : []),
      ...(sameDay ? ['mesmo vencimento'] : []),
      ...(sameTaxId ? ['CNPJ ou CPF do fornecedor'] : byName ? ['nome do fornecedor'] : []),
    ],
  };
};
