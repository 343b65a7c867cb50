import type { Session } from '../../platform/session.ts';

export const ENTITY = 'fiscalDocument';
export const MISSING = 'Nota não encontrada.';

/** Who works with the notas of which company. The policy has checked DEBIT there. */
export interface Clerk {
  session: Session;
  companyId: number;
}
