import type { Generated, GeneratedAlways } from 'kysely';

/** Rows of the purchase registers (migration 0018). */
declare module '../platform/db/tables.ts' {
  interface Database {
    brands: BrandRow;
    units: UnitRow;
  }
}

export interface BrandRow {
  account_id: number;
  id: GeneratedAlways<number>;
  name: string;
  active: Generated<boolean>;
  version: Generated<number>;
}

export interface UnitRow {
  account_id: number;
  id: GeneratedAlways<number>;
  acronyms: string;
  description: string;
  active: Generated<boolean>;
  version: Generated<number>;
}
