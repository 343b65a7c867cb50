import type { Trx } from '../../../platform/db/unitOfWork.ts';
import { readLetterhead } from '../../../platform/pdf/letterhead.ts';
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
  const company = await readLetterhead(trx, accountId, report.costEstimate.company.id);
  const compositions = analytic
    ? compositionsOf(await readContents(trx, accountId, report.costEstimate.id))
    : new Map<number, never>();
  const { clock } = reader;
  return { report, company, compositions, today: clock.today(timeZone), createdAt: clock.now().toISOString() };
};
