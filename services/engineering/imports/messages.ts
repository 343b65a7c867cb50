import { monthName } from '#domain/engineering/publishedPrices.ts';
import { formatCount } from '#domain/numberFormat.ts';
import { postMessage, type NewMessage } from '../../assistant/postMessage.ts';
import type { Trx, Work } from '../../platform/db/unitOfWork.ts';
import type { JobRun, Settlement } from '../../platform/jobs/kinds.ts';
import type { ImportDetails } from './kind.ts';

const contentOf = (
  settlement: Settlement,
  details: ImportDetails | undefined,
): Pick<NewMessage, 'kind' | 'text'> | null => {
  const name = details?.month ? `SINAPI ${monthName(details.month)}` : 'SINAPI';
  switch (settlement.state) {
    case 'DONE':
      return { kind: 'SUCCESS', text: `${name}: ${settlement.message}` };
    case 'FAILED':
      return { kind: 'ERROR', text: `${name}: ${settlement.message}` };
    case 'WAITING': {
      // The choice of states is asked at once, on the screen that sent the file.
      const rejected = details?.counts?.rejected ?? 0;
      const rows = rejected === 1 ? 'uma linha recusada' : `${formatCount(rejected)} linhas recusadas`;
      return rejected === 0
        ? null
        : { kind: 'WARNING', text: `${name}: ${rows}. A importação espera pela sua escolha.` };
    }
  }
};

/** Tells the user who started an import how it ended, or that it waits. */
export const tellOfImport = async (
  trx: Trx,
  work: Work,
  { id, actor }: Pick<JobRun, 'id' | 'actor' | 'input'>,
  settlement: Settlement,
): Promise<void> => {
  const row = await trx
    .selectFrom('jobs')
    .select('details')
    .where('account_id', '=', actor.accountId)
    .where('id', '=', id)
    .executeTakeFirst();
  const content = contentOf(settlement, (row?.details ?? undefined) as ImportDetails | undefined);
  if (!content) return;
  const link = `/home/forms/product-table/import?job=${id}`;
  await postMessage(trx, work, { ...content, link, event: 'JOB', userIds: [actor.userId] });
};
