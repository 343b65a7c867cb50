import type { Generated, GeneratedAlways } from 'kysely';
import type { InstantColumn, JsonColumn } from '../platform/db/columns.ts';

/** Rows of the purchase registers (migrations 0018, 0019, 0023). */
declare module '../platform/db/tables.ts' {
  interface Database {
    brands: BrandRow;
    units: UnitRow;
    product_types: ProductTypeRow;
    product_groups: ProductGroupRow;
    catalogues: CatalogueRow;
    product_tables: ProductTableRow;
    product_definitions: ProductDefinitionRow;
    product_brands: ProductBrandRow;
    products: ProductRow;
    product_prices: ProductPriceRow;
    product_aliases: ProductAliasRow;
    product_counts: ProductCountRow;
    product_pairs: ProductPairRow;
    product_merges: ProductMergeRow;
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

export interface ProductTypeRow {
  account_id: number;
  id: GeneratedAlways<number>;
  name: string;
  active: Generated<boolean>;
  version: Generated<number>;
}

export interface ProductGroupRow {
  account_id: number;
  id: GeneratedAlways<number>;
  parent_id: number | null;
  /** Position among the siblings, after the place of the parent: {1,2,3} is shown as 01.02.003. */
  place: number[];
  name: string;
  active: Generated<boolean>;
  version: Generated<number>;
}

/** GO: the account's own prices. SINAPI: published ones, read-only. */
export type CostSource = 'GO' | 'SINAPI';

export interface CatalogueRow {
  account_id: number;
  id: GeneratedAlways<number>;
  source: CostSource;
  month: string | null;
}

export interface ProductTableRow {
  account_id: number;
  id: GeneratedAlways<number>;
  catalogue_id: number;
  name: string;
  source: CostSource;
  state: string | null;
  regime: 'SD' | 'CD' | 'SE' | null;
  active: Generated<boolean>;
  version: Generated<number>;
}

/** What a product is in all cost databases of its catalogue. */
export interface ProductDefinitionRow {
  account_id: number;
  id: GeneratedAlways<number>;
  catalogue_id: number;
  code: string;
  code_key: GeneratedAlways<string>;
  name: string;
  name_key: GeneratedAlways<string>;
  word_key: GeneratedAlways<string>;
  /** The code as a number, where it is one. */
  number: GeneratedAlways<number | null>;
  unit_id: number;
  product_type_id: number;
  product_group_id: number | null;
  purchase_unit_id: number | null;
  purchase_factor: string | null;
  lead_time_days: number | null;
}

export interface ProductBrandRow {
  account_id: number;
  definition_id: number;
  brand_id: number;
}

/** What a definition costs in one cost database; an unknown price is null. */
export interface ProductRow {
  account_id: number;
  id: GeneratedAlways<number>;
  product_table_id: number;
  definition_id: number;
  price: string | null;
  active: Generated<boolean>;
  version: Generated<number>;
}

export interface ProductPriceRow {
  account_id: number;
  id: GeneratedAlways<number>;
  product_id: number;
  day: string;
  price: string | null;
  origin: 'TYPED' | 'IMPORT' | 'MERGE';
}

export interface ProductAliasRow {
  account_id: number;
  id: GeneratedAlways<number>;
  catalogue_id: number;
  code: string;
  code_key: GeneratedAlways<string>;
  definition_id: number;
}

/** How many products there are of each kind that lists are narrowed by; triggers keep it. A group of 0 is none. */
export interface ProductCountRow {
  account_id: number;
  product_table_id: number;
  product_group_id: number;
  product_type_id: number;
  unit_id: number;
  active: boolean;
  count: number;
}

/** Definitions of one catalogue that may be the same product; triggers suggest them. */
export interface ProductPairRow {
  account_id: number;
  id: GeneratedAlways<number>;
  catalogue_id: number;
  first_id: number;
  second_id: number;
  dismissed: Generated<boolean>;
}

/** A merge of products, with the rows that its undoing writes back. */
export interface ProductMergeRow {
  account_id: number;
  id: GeneratedAlways<number>;
  product_table_id: number;
  survivor_id: number;
  user_id: number | null;
  merged_at: InstantColumn;
  undone_by: number | null;
  undone_at: InstantColumn | null;
  told: JsonColumn<unknown>;
  restore: JsonColumn<unknown>;
}
