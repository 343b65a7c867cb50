import type { RawBuilder } from 'kysely';
import type { Session } from '../../platform/session.ts';
import { visibleOf } from '../access.ts';

/** What the history calls a quote. */
export const ENTITY = 'quote';

export const QUOTE_MISSING = 'Cotação não encontrada.';

/** Condition of the quotes "q" of a company that the user may see. */
export const visible = (session: Session, companyId: number): RawBuilder<unknown> => visibleOf('q', session, companyId);
