import { sql } from 'kysely';
import { codesOf } from '#domain/engineering/estimate/outline.ts';
import type { CostEstimate } from '#schema/engineering/costEstimates/costEstimates.rest.ts';
import { ruleBroken } from '../../platform/errors.ts';
import type { Trx, Work } from '../../platform/db/unitOfWork.ts';
import { holdSides, refreshCustomer } from '../measurements/openSheets.ts';
import type { EstimateKey } from './access.ts';
import type { Held } from './lock.ts';
import { readEstimate, type Reader } from './read.ts';
import { keepRevision } from './revisions/store.ts';
import { inTreeOrder, readContents, type Contents } from './rows.ts';

const AMENDED = 'Este orçamento tem aditivos aprovados. Desfaça os aditivos antes de desaprovar.';

/** Codes of rows without a price that a refusal names. */
const NAMED = 5;

/** @throws ServiceError 422 for an estimate without rows, or with rows without a price */
const requireComplete = (contents: Contents): void => {
  const placed = inTreeOrder(contents);
  const codes = codesOf(placed);
  if (!placed.some(({ group }) => !group)) throw ruleBroken('Este orçamento não tem linhas. Inclua ao menos uma.');
  const without = placed.flatMap(({ group, unitPrice }, index) =>
    !group && unitPrice === null ? [codes[index] ?? ''] : [],
  );
  if (without.length === 0) return;
  const more = without.length > NAMED ? ` e mais ${without.length - NAMED}` : '';
  throw ruleBroken(
    without.length === 1
      ? `A linha ${without[0]} está sem preço. Informe o preço antes de aprovar.`
      : `Há ${without.length} linhas sem preço: ${without.slice(0, NAMED).join(', ')}${more}. Informe os preços antes de aprovar.`,
  );
};

/** Approves an estimate that is held, which keeps a revision, or takes the approval back. @throws ServiceError 422 */
export const approve = async (
  trx: Trx,
  work: Work,
  reader: Reader,
  { key, held, approved }: { key: EstimateKey; held: Held; approved: boolean },
): Promise<CostEstimate> => {
  const { accountId, userId } = reader.session;
  if (held.approved === approved) return readEstimate(trx, reader, key);
  // Their figures follow from the rows and prices that were approved.
  if (held.amendmentCount > 0) throw ruleBroken(AMENDED);
  if (approved) {
    const contents = await readContents(trx, accountId, held.id);
    requireComplete(contents);
    await keepRevision(trx, work, { estimate: await readEstimate(trx, reader, key), contents }, { reason: 'APPROVAL' });
  }
  await holdSides(trx, accountId, held.id);
  const now = work.clock.now();
  await sql`
    update cost_estimates set approved = ${approved}, approved_at = ${approved ? now : null},
      approved_by = ${approved ? userId : null}, version = version + 1, updated_at = ${now}
    where account_id = ${accountId} and id = ${held.id}`.execute(trx);
  // Its prices may have changed since the customer's measurement was begun.
  if (approved) await refreshCustomer(trx, work, reader, held.id);
  work.audit({ action: approved ? 'approve' : 'unapprove', entity: 'costEstimate', entityId: held.id });
  return readEstimate(trx, reader, key);
};
