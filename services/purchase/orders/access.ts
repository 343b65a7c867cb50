import type { RawBuilder } from 'kysely';
import type { Session } from '../../platform/session.ts';
import { visibleOf } from '../access.ts';

/** What the history calls an order. */
export const ENTITY = 'order';

export const ORDER_MISSING = 'Pedido não encontrado.';

/** Condition of the orders "o" of a company that the user may see. */
export const visible = (session: Session, companyId: number): RawBuilder<unknown> => visibleOf('o', session, companyId);
