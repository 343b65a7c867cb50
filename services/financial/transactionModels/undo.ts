import { sql } from 'kysely';
import type { ModelBatchUndo } from '#schema/financial/transactionModels/transactionModels.rest.ts';
import { notFound, ServiceError } from '../../platform/errors.ts';
import type { Trx, Work } from '../../platform/db/unitOfWork.ts';
import { removeTransaction } from '../transactions/save.ts';
import { kindOf, readerFor, visibleModels, visibleTransactions, type Planner } from './access.ts';
import { mayChange } from '../transactions/visibility.ts';

interface BatchDocument {
  id: number;
  type: 'CREDIT' | 'DEBIT';
  modelId: number;
  modelName: string;
  madeVersion: number;
  version: number;
  paid: number;
  files: number;
  buildings: number[];
}

/**
 * The documents of a batch that are there and that the user may see, held until the SQL transaction ends.
 * @throws ServiceError 404 without any
 */
const holdBatch = async (trx: Trx, planner: Planner, id: number): Promise<BatchDocument[]> => {
  const { session, companyId } = planner;
  const { accountId } = session;
  await sql`
    select from transaction_model_batches
     where account_id = ${accountId} and company_id = ${companyId} and id = ${id} for update`.execute(trx);
  await sql`
    select from transactions t
     where t.account_id = ${accountId} and t.id in (
       select transaction_id from transaction_model_documents where account_id = ${accountId} and batch_id = ${id})
     order by t.id for update`.execute(trx);
  const { rows } = await sql<BatchDocument>`
    select t.id, t.type, m.id as "modelId", m.name as "modelName", d.made_version as "madeVersion", t.version,
           t.paid_installment_count as paid,
           (select count(*) from attachments f where f.account_id = t.account_id and f.transaction_id = t.id) as files,
           array(select a.building_id from apportionments a
                  where a.account_id = t.account_id and a.transaction_id = t.id) as buildings
      from transaction_model_documents d
      join transaction_models m on m.account_id = d.account_id and m.id = d.model_id
      join transactions t on t.account_id = d.account_id and t.id = d.transaction_id
     where d.account_id = ${accountId} and d.company_id = ${companyId} and d.batch_id = ${id}
       and ${visibleModels(planner)} and ${visibleTransactions(planner)}
     order by t.id`.execute(trx);
  if (rows.length === 0) throw notFound('Estes documentos não existem, ou já foram removidos.');
  return rows;
};

/** Why a document stays; null for one that goes. */
const reasonOf = (one: BatchDocument, { session, companyId }: Planner): string | null => {
  if (!mayChange(session, companyId, kindOf(one.type), one.buildings))
    return 'você não tem permissão em todas as obras dele';
  if (one.paid > 0) return one.type === 'DEBIT' ? 'já foi pago' : 'já foi recebido';
  if (one.version !== one.madeVersion) return 'foi alterado depois de criado';
  return one.files > 0 ? 'tem anexos' : null;
};

/** Deletes the documents of one command. What was paid, changed or given a file since stays, with its reason. */
export const undoDocuments = async (trx: Trx, work: Work, planner: Planner, id: number): Promise<ModelBatchUndo> => {
  const documents = await holdBatch(trx, planner, id);
  const removed: number[] = [];
  const kept: ModelBatchUndo['kept'] = [];
  for (const one of documents) {
    const reason = reasonOf(one, planner) ?? (await removeOne(trx, work, planner, one));
    const { type, modelId, modelName } = one;
    if (reason === null) removed.push(one.id);
    else kept.push({ id: one.id, type, model: { id: modelId, name: modelName }, reason });
  }
  await sql`
    update transaction_model_batches set undone_at = ${work.clock.now()}
     where account_id = ${planner.session.accountId} and id = ${id}`.execute(trx);
  work.audit({ action: 'undo', entity: 'transactionModelBatch', entityId: id, details: { removed, kept } });
  return { removed, kept };
};

/** Deletes one; answers why a rule of transactions keeps it, else null. */
const removeOne = async (trx: Trx, work: Work, planner: Planner, one: BatchDocument): Promise<string | null> => {
  try {
    await removeTransaction(trx, work, readerFor(planner, one.type), { id: one.id, version: one.version });
    return null;
  } catch (error) {
    if (error instanceof ServiceError && error.status < 500) return error.message;
    throw error;
  }
};
