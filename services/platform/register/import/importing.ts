import type { ImportRequest } from '#schema/platform/imports.ts';
import type { Trx } from '../../db/unitOfWork.ts';
import type { Session } from '../../session.ts';

/** What is at hand while rows are imported. */
export interface Importing<Request extends ImportRequest = ImportRequest> {
  trx: Trx;
  session: Session;
  /** Nothing may be held or written while it is checked only. */
  dryRun: boolean;
  /** What the body says besides its rows. */
  request: Request;
  /** The company of the address, where it names one. */
  companyId: number | null;
}
