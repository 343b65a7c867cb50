import type { FastifyInstance } from 'fastify';
import { API_LIMITS, isNearLimit } from '#domain/apiLimits.ts';
import { formatCount } from '#domain/numberFormat.ts';
import { postMessage } from '../../assistant/postMessage.ts';
import { administrators } from '../../assistant/subject.ts';
import { claimCauses } from '../../assistant/told.ts';
import type { Outsider, Trx, Work } from '../../platform/db/unitOfWork.ts';
import type { Platform } from '../../platform/platform.ts';
import { usageOf } from './usage.ts';

interface Used {
  used: number;
  limit: number;
}

const WORDS = { points: 'pontos de GraphQL', calls: 'chamadas REST', files: 'arquivos CSV' } as const;
type Limit = keyof typeof WORDS;
const LIMITS = ['points', 'calls', 'files'] as const satisfies readonly Limit[];

const tell = async (trx: Trx, work: Work<Outsider>, limit: Limit, { used, limit: most }: Used): Promise<void> =>
  postMessage(trx, work, {
    userIds: await administrators(trx, work.session.accountId),
    kind: 'WARNING',
    title: `Programas já usaram ${API_LIMITS.tellAt} % do limite de hoje`,
    text:
      `Os tokens da conta usaram ${formatCount(used)} de ${formatCount(most)} ${WORDS[limit]} de hoje. ` +
      'No limite, programas recebem 429 até as 00:00; pessoas continuam a usar o Prumo normalmente.',
    link: '/home/forms/settings/integrations',
    linkLabel: 'Integrações',
  });

/**
 * Tells administrators that tokens have used 80 % of a limit of the day: one message for each limit and day, whichever
 * process notices first. What cannot be told now is told after the next storing.
 */
export const tellLimits = async (platform: Platform, accountId: number, day: string): Promise<void> => {
  // Of yesterday, which is stored last after midnight, there is nothing to do any more.
  if (day !== platform.clock.today()) return;
  const usage = await platform.query({ accountId }, (trx) => usageOf(trx, accountId, day));
  const near = LIMITS.filter((limit) => isNearLimit(usage[limit]));
  if (near.length === 0) return;
  const actor: Outsider = { accountId, userId: null };
  await platform.command(actor, { route: 'job apiLimits', requestId: null }, async (trx, work) => {
    const causes = near.map((limit) => ({ subject: `api/${limit}`, value: day }));
    const news = await claimCauses(trx, work, 'API_LIMIT', causes);
    for (const limit of near) if (news.has(`api/${limit}`)) await tell(trx, work, limit, usage[limit]);
  });
};

/** Listens to what this process counts. */
export const apiLimitMessages = async (app: FastifyInstance): Promise<void> => {
  app.platform.apiUse.afterStoring((accountId, day) =>
    tellLimits(app.platform, accountId, day).catch((error: unknown) => app.log.warn({ err: error }, 'api limits')),
  );
};
