import { Problems } from '../../../platform/problems.ts';
import type { ServiceError } from '../../../platform/errors.ts';
import type { Trx, Work } from '../../../platform/db/unitOfWork.ts';
import { ENTITY } from '../lock.ts';
import { readTransactions, type StoredTransaction } from '../read.ts';
import { snapshot } from '../snapshot.ts';

/** Result of one item as the answer says it. */
export const resultOf = (transactionId: number, refusal: ServiceError | null) => ({
  transactionId,
  ok: refusal === null,
  error: refusal?.code ?? null,
  message: refusal?.message ?? null,
});

/** Every item was refused: the command ends without a trace, and the answer says why. */
export class NothingDone<Answer> extends Error {
  constructor(readonly answer: Answer) {
    super('every item of a bulk command was refused');
  }
}

/** The answer of a command, also where it has ended without a trace. */
export const answerOf = async <Answer>(command: Promise<Answer>): Promise<Answer> => {
  try {
    return await command;
  } catch (error) {
    if (error instanceof NothingDone) return error.answer as Answer;
    throw error;
  }
};

/** An item that is named twice: which of the two is meant? */
export const refuseTwins = (keys: readonly string[], path: (index: number) => string): void => {
  const problems = new Problems();
  keys.forEach((key, index) => {
    if (keys.indexOf(key) < index) problems.contradiction(path(index), 'Aparece duas vezes.');
  });
  problems.refuse();
};

/** Reads changed documents anew and adds a line to the history of each, with what it was before; one statement. */
export const recordChanges = async (
  trx: Trx,
  work: Work,
  before: readonly StoredTransaction[],
): Promise<Map<number, StoredTransaction>> => {
  const was = new Map(before.map((one) => [one.id, one]));
  const after = await readTransactions(trx, [...was.keys()]);
  for (const one of after) {
    const old = was.get(one.id);
    const details = { ...(old && { before: snapshot(old) }), after: snapshot(one) };
    work.audit({ action: 'update', entity: ENTITY, entityId: one.id, details });
  }
  return new Map(after.map((one) => [one.id, one]));
};
