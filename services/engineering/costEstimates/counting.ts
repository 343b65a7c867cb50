import { sql } from 'kysely';

/**
 * Whether the cost estimate "e" counts for its building: every approved one does, else the newest one. A window over
 * all cost estimates of the building.
 */
export const counts = sql`(e.approved or (
  not bool_or(e.approved) over (partition by e.building_id) and e.id = max(e.id) over (partition by e.building_id)))`;
