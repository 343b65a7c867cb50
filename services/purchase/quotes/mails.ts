import type { Trx } from '../../platform/db/unitOfWork.ts';

/** Placeholder of the signature until the mails of quotes are merged. */
export const tellDeadline = async (_trx: Trx, _accountId: number, _quoteId: number, _now: Date): Promise<void> => {};
