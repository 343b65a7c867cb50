import './tables.ts';
import { API_LIMITS } from '#domain/apiLimits.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';

/** What the tokens of an account have used of a day, as far as it is stored, and the limits. */
export const usageOf = async (trx: Trx, accountId: number, day: string) => {
  const used = await trx
    .selectFrom('api_usage')
    .select(['points', 'calls', 'files'])
    .where('account_id', '=', accountId)
    .where('day', '=', day)
    .executeTakeFirst();
  return {
    day,
    points: { used: used?.points ?? 0, limit: API_LIMITS.dayPoints },
    calls: { used: used?.calls ?? 0, limit: API_LIMITS.dayCalls },
    files: { used: used?.files ?? 0, limit: API_LIMITS.dayFiles },
  };
};
