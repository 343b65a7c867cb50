import type { Session } from '../../platform/session.ts';
import type { Kind } from './kinds.ts';
import { viewOf, type View } from './visibility.ts';

/**
 * The user, company and kind of transaction of a request: they decide visible shares and, with today's date, what is
 * overdue.
 */
export interface Reader {
  session: Session;
  companyId: number;
  kind: Kind;
  today: string;
  view: View;
}

export const readerOf = (session: Session, companyId: number, kind: Kind, today: string): Reader => ({
  session,
  companyId,
  kind,
  today,
  view: viewOf(session, companyId, kind),
});
