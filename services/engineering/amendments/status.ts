import { sql } from 'kysely';
import type { AmendmentStatus, SavedAmendment } from '#schema/engineering/costEstimates/amendments.rest.ts';
import { conflict, ruleBroken } from '../../platform/errors.ts';
import type { Trx, Work } from '../../platform/db/unitOfWork.ts';
import { readEstimate, type Reader } from '../costEstimates/read.ts';
import { readContents } from '../costEstimates/rows.ts';
import { keepRevision } from '../costEstimates/revisions/store.ts';
import { applyChanges, takeBack } from './apply.ts';
import { requireAllowed } from './check.ts';
import { refreshCustomer } from '../measurements/openSheets.ts';
import { requireNothingMeasured, requireUnused } from './measured.ts';
import { answerOf, ENTITY, openAmendment, requireAmendable, requireVersion, type AmendmentKey } from './save.ts';
import { stepOf } from './read.ts';
import type { Amendment, AmendmentState } from './state.ts';

const NOTHING_CHANGES = 'Este aditivo não muda nada. Inclua linhas ou dias de prazo.';
const NOT_LAST = 'Só o último aditivo aprovado é desfeito. Desfaça antes os que vieram depois.';
const STILL_APPROVED = 'Este aditivo está aprovado. Desfaça a aprovação antes de cancelar.';
const GIVEN_UP = 'Este aditivo está cancelado. Retome-o antes de aprovar.';

interface Opened {
  state: AmendmentState;
  amendment: Amendment;
}

const setState = (
  trx: Trx,
  { session: { accountId, userId }, clock }: Work,
  { state, amendment: { id } }: Opened,
  status: AmendmentStatus,
): Promise<unknown> => {
  const now = clock.now();
  const approved = status === 'APPROVED';
  return sql`
    update cost_estimate_amendments set status = ${status}, version = version + 1, updated_at = ${now},
      applied = ${approved ? state.amendments.filter(({ applied }) => applied !== null).length + 1 : null},
      approved_at = ${approved ? now : null}, approved_by = ${approved ? userId : null}
    where account_id = ${accountId} and id = ${id}`.execute(trx);
};

/** What an amendment has changed stands in the history of its estimate, and in the sheet that is being filled in. */
const tell = async (
  trx: Trx,
  work: Work,
  reader: Reader,
  { state }: Opened,
  reason: 'AMENDMENT' | 'AMENDMENT_UNDONE',
): Promise<void> => {
  const { id } = state.estimate;
  const estimate = await readEstimate(trx, reader, { id });
  const contents = await readContents(trx, reader.session.accountId, id);
  await keepRevision(trx, work, { estimate, contents }, { reason });
  await refreshCustomer(trx, work, reader, id);
};

const approve = async (trx: Trx, work: Work, reader: Reader, opened: Opened): Promise<void> => {
  const { state, amendment } = opened;
  if (amendment.status === 'CANCELLED') throw conflict(GIVEN_UP);
  if (amendment.lines.length === 0 && amendment.days === 0) throw ruleBroken(NOTHING_CHANGES);
  const step = stepOf(state, amendment.id);
  requireAllowed(state, step);
  await setState(trx, work, opened, 'APPROVED');
  await applyChanges(trx, work, state, step);
  await tell(trx, work, reader, opened, 'AMENDMENT');
};

const undo = async (trx: Trx, work: Work, reader: Reader, opened: Opened): Promise<void> => {
  const { state, amendment } = opened;
  const step = stepOf(state, amendment.id);
  if (!step.isLast) throw conflict(NOT_LAST);
  await requireNothingMeasured(trx, work.session.accountId, state.estimate.id, amendment);
  await requireUnused(trx, work.session.accountId, amendment.id);
  await setState(trx, work, opened, 'DRAFT');
  await takeBack(trx, work, state, step);
  await tell(trx, work, reader, opened, 'AMENDMENT_UNDONE');
};

const ACTIONS: Record<AmendmentStatus, string> = { APPROVED: 'approve', CANCELLED: 'cancel', DRAFT: 'resume' };

/**
 * Approves an amendment, which applies it, takes that back, gives it up or takes it up again. One that is in the state
 * already is answered as it is. @throws ServiceError 404, 423, 409, 422
 */
export const setStatus = async (
  trx: Trx,
  work: Work,
  reader: Reader,
  { status, version, ...target }: AmendmentKey & { status: AmendmentStatus },
): Promise<SavedAmendment> => {
  const { held, state, amendment } = await openAmendment(trx, reader, target);
  if (amendment.status !== status) {
    requireVersion(amendment, version);
    requireAmendable(held);
    const opened = { state, amendment };
    const wasApproved = amendment.status === 'APPROVED';
    if (status === 'APPROVED') await approve(trx, work, reader, opened);
    else if (wasApproved && status === 'CANCELLED') throw conflict(STILL_APPROVED);
    else if (wasApproved) await undo(trx, work, reader, opened);
    else await setState(trx, work, opened, status);
    const action = wasApproved ? 'unapprove' : ACTIONS[status];
    work.audit({ action, entity: ENTITY, entityId: amendment.id, details: { costEstimateId: held.id } });
  }
  return answerOf(trx, reader, target);
};
