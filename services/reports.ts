import { postMessage } from './assistant/postMessage.ts';
import { engineeringReports } from './engineering/reports/reports.ts';
import { financialReports } from './financial/reports/reports.ts';
import type { Tell } from './platform/reports/job.ts';
import { reportsFeature } from './platform/reports/reports.ts';
import { purchaseReports } from './purchase/reports/reports.ts';
import { securityReports } from './security/reports/reports.ts';

/** That a file is ready, or why it is not, stands in the assistant of who asked for it. */
const tell: Tell = (trx, work, { userId, failed, text, link, people = [] }) =>
  postMessage(trx, work, { userIds: [userId], event: 'JOB', kind: failed ? 'ERROR' : 'SUCCESS', text, link, people });

/** Reports of all domains, in the order of the catalogue. */
export const reports = reportsFeature(
  [...financialReports, ...purchaseReports, ...engineeringReports, ...securityReports],
  tell,
);
