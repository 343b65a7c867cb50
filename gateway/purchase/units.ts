import { type Unit as RestUnit, unitEndpoints } from '#schema/purchase/units.rest.ts';
import { type Embedded, embedded, wholeOf } from '../platform/embedded.ts';
import { registerResolvers } from '../platform/register.ts';
import { unitLoader } from './units.loaders.ts';

export type UnitParent = Embedded<RestUnit, 'id' | 'acronyms' | 'description'>;
/** Fields of the unit that a task row embeds. */
export const KNOWN_UNIT: ReadonlySet<string> = new Set(['id', 'acronyms', 'description']);

export const embeddedUnit = embedded<'unit', UnitParent>('unit', KNOWN_UNIT, wholeOf(unitLoader));

export const units = registerResolvers('Unit', unitEndpoints);
