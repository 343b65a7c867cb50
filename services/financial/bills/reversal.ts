import { sql } from 'kysely';
import { counted } from '#domain/numberFormat.ts';
import { forbidden, notFound, ruleBroken, type FieldError } from '../../platform/errors.ts';
import type { Reversal, Undoing, Undone, Written } from '../../platform/register/import/reversal.ts';
import { UNTOUCHABLE_MONTH } from '../monthClosing/closedDays.ts';
import type { Kind } from '../transactions/kinds.ts';
import { ENTITY } from '../transactions/lock.ts';
import { readTransactions } from '../transactions/read.ts';
import { removeMany } from '../transactions/removeMany.ts';
import { placeOf, snapshot } from '../transactions/snapshot.ts';
import { mayChange, seesTransaction, viewOf } from '../transactions/visibility.ts';
import { wordsOf } from './words.ts';

/** A document that an import made, held until the end of the SQL transaction, and what may keep it. */
interface HeldBill {
  id: number;
  companyId: number;
  version: number;
  label: string;
  paid: number;
  reconciled: boolean;
  closedMonth: string | null;
  files: boolean;
  buildings: number[];
}

const NOT_FOUND = 'Importação não encontrada.';
const GONE = 'Já foi excluída depois da importação.';

const hold = async ({ trx, session }: Undoing, kind: Kind, ids: readonly number[]): Promise<HeldBill[]> => {
  const { rows } = await sql<HeldBill>`
    select t.id, t.company_id as "companyId", t.version,
           coalesce(t.document_number, t.description, ${wordsOf(kind).title} || ' ' || t.id) as label, t.paid_installment_count as paid,
           exists (select from installments i
             join bank_links k on k.account_id = i.account_id and k.installment_id = i.id
            where i.account_id = t.account_id and i.transaction_id = t.id) as reconciled,
           ${UNTOUCHABLE_MONTH} as "closedMonth",
           exists (select from attachments f where f.account_id = t.account_id and f.transaction_id = t.id)
             or exists (select from fiscal_documents f where f.account_id = t.account_id and f.transaction_id = t.id) as files,
           array(select a.building_id from apportionments a
             where a.account_id = t.account_id and a.transaction_id = t.id) as buildings
      from transactions t
     where t.account_id = ${session.accountId} and t.type = ${kind.type} and t.id = any(${[...ids]}::bigint[])
     order by t.id for update of t`.execute(trx);
  return rows;
};

/** @throws ServiceError 404 where the import is of another company, or hidden; 403 without the permission on each building */
const requirePlace = ({ session, companyId }: Undoing, kind: Kind, bills: readonly HeldBill[]): void => {
  const view = viewOf(session, companyId ?? 0, kind);
  if (bills.some((bill) => bill.companyId !== companyId || !seesTransaction(view, bill.buildings)))
    throw notFound(NOT_FOUND);
  if (!bills.every(({ buildings }) => mayChange(session, companyId ?? 0, kind, buildings)))
    throw forbidden(
      `Você não tem permissão de ${wordsOf(kind).many} em todas as obras desta importação, por isso não pode desfazê-la.`,
    );
};

/** Why a document stays; undefined for one that may go. */
const hindranceOf = (bill: HeldBill, paid: string, version: number | undefined): string | undefined => {
  if (bill.reconciled) return `já foi ${paid} e conciliada`;
  if (bill.paid > 0) return `já foi ${paid}`;
  if (bill.closedMonth !== null) return `é do mês fechado ${bill.closedMonth.split('-').reverse().join('/')}`;
  if (bill.version !== version) return 'foi alterada depois da importação';
  return bill.files ? 'tem anexos' : undefined;
};

/** So many are named in the sentence; the fields of the refusal name more. */
const NAMED = 3;
const MAX_FIELDS = 200;

/** @throws ServiceError 422 that lists what hinders the undo: nothing of the import is taken back then */
const requireFree = (kind: Kind, bills: readonly HeldBill[], written: readonly Written[]): void => {
  const { one, many, paid } = wordsOf(kind);
  const versions = new Map(written.map(({ id, version }) => [id, version]));
  const places = new Map(written.map(({ id }, index) => [id, index]));
  const hindered = bills.flatMap((bill) => {
    const reason = hindranceOf(bill, paid, versions.get(bill.id));
    return reason === undefined ? [] : [{ ...bill, reason }];
  });
  if (hindered.length === 0) return;
  const fields = hindered.map(({ id, label, reason }): FieldError => ({
    path: `rows.${places.get(id) ?? 0}`,
    message: `${label} ${reason}.`,
  }));
  const named = hindered.slice(0, NAMED).map(({ label, reason }) => `${label} ${reason}`);
  const more = hindered.length - NAMED;
  const rest = more > 0 ? `; e mais ${counted(more, one, many)}` : '';
  throw ruleBroken(`Nada foi desfeito: ${named.join('; ')}${rest}.`, fields.slice(0, MAX_FIELDS));
};

/** Takes back the documents of an import as a whole. What was deleted since hinders nothing. */
const takeBack = async (kind: Kind, undoing: Undoing, written: readonly Written[]): Promise<Undone[]> => {
  const { trx, session, work } = undoing;
  const bills = await hold(
    undoing,
    kind,
    written.map(({ id }) => id),
  );
  requirePlace(undoing, kind, bills);
  requireFree(kind, bills, written);
  const ids = bills.map(({ id }) => id);
  const stored = await readTransactions(trx, ids);
  await removeMany(trx, session.accountId, ids);
  for (const one of stored) {
    const details = { before: snapshot(one) };
    work.audit({ action: 'delete', entity: ENTITY, entityId: one.id, details, was: placeOf(one) });
  }
  const labels = new Map(bills.map(({ id, label }) => [id, label]));
  return written.map(({ id }): Undone => {
    const label = labels.get(id);
    return label === undefined
      ? { id, label: `${wordsOf(kind).title} excluída`, outcome: 'LEFT', reason: GONE }
      : { id, label, outcome: 'REMOVED' };
  });
};

/** Imports of expenses and of income are told apart by their entity: neither's call undoes one of the other. */
export const billReversal = (kind: Kind): Reversal => ({
  entity: kind.type === 'DEBIT' ? ENTITY : 'income',
  table: 'transactions',
  takeBack: (undoing, written) => takeBack(kind, undoing, written),
});
