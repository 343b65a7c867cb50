import type { Month } from '#domain/financial/financialStatement/months.ts';
import type { JobKind } from '../../../platform/jobs/kinds.ts';

/** The job that makes a folder for the accountant. */
export const FOLDER_JOB: Pick<JobKind, 'kind' | 'permission'> = { kind: 'ACCOUNTANT_FOLDER', permission: 'ADMIN' };

/** What is enqueued. */
export interface FolderInput {
  companyId: number;
  month: Month;
}
