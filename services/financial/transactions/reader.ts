import type { Session } from '../../platform/session.ts';
import type { Kind } from './kinds.ts';
import { viewOf, type View } from './visibility.ts';

/** Who reads: decides which shares are shown and what counts as overdue. */
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
