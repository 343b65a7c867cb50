/**
 * Tables of the database. Each domain adds its own in its `tables.ts` (declaration merging), so that the platform
 * imports no domain.
 */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type -- Filled by declaration merging.
export interface Database {}
