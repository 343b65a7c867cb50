import type { Regime } from '#domain/engineering/publishedPrices.ts';
import type { CostDatabaseImport } from '#schema/engineering/imports/costDatabaseImport.ts';

export const IMPORT_KIND = 'COST_DATABASE_IMPORT';

/** What is enqueued. */
export type ImportInput = Pick<CostDatabaseImport, 'fileName' | 'fileSize'>;

/** What a run tells of itself. */
export type ImportDetails = Omit<CostDatabaseImport, 'question' | 'result'>;

/** What a run asks. */
export interface ImportQuestion {
  question: NonNullable<CostDatabaseImport['question']>;
}

/** What its user has chosen so far. */
export interface ImportChoice {
  states: string[];
  regimes: Regime[];
  withoutRejected?: boolean;
}
