import type { Trx } from '../../../platform/db/unitOfWork.ts';
import type { EstimateKey } from '../access.ts';
import type { Reader } from '../read.ts';
import { compositionsOf } from '../resources.ts';
import { readContents } from '../rows.ts';
import { readReport } from '../summary.ts';
import type { PrintedEstimate } from './pdf.ts';

/** What a printed estimate shows; the lines of its compositions where it is analytic. @throws ServiceError 404 */
export const readPrinted = async (
  trx: Trx,
  reader: Reader,
  key: EstimateKey,
  analytic: boolean,
): Promise<PrintedEstimate> => {
  const { accountId, timeZone } = reader.session;
  const report = await readReport(trx, reader, key);
  const company = await trx
    .selectFrom('companies as c')
    .leftJoin('company_logos as l', (join) =>
      join.onRef('l.account_id', '=', 'c.account_id').onRef('l.company_id', '=', 'c.id'),
    )
    .select(['c.name', 'c.tax_id as taxId', 'l.content as logo'])
    .where('c.account_id', '=', accountId)
    .where('c.id', '=', report.costEstimate.company.id)
    .executeTakeFirstOrThrow();
  const compositions = analytic
    ? compositionsOf(await readContents(trx, accountId, report.costEstimate.id))
    : new Map<number, never>();
  const { clock } = reader;
  return { report, company, compositions, today: clock.today(timeZone), createdAt: clock.now().toISOString() };
};
