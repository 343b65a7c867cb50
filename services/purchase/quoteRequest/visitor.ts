import { sql } from 'kysely';
import type { Platform } from '../../platform/platform.ts';
import { pagesOf } from '../links/visitors.ts';

/** A supplier, as his link names him. */
export interface Visitor {
  accountId: number;
  quoteId: number;
  supplierId: number;
}

const find = async (database: Platform['database'], tokenHash: Buffer): Promise<Visitor | undefined> => {
  const [visitor] = await database.everywhere(sql<Visitor>`
    select account_id as "accountId", quote_id as "quoteId", supplier_id as "supplierId"
      from find_quote_link(${tokenHash})`);
  return visitor;
};

/** The calls of pages where suppliers answer. */
export const quotePages = (platform: Platform) =>
  pagesOf(platform, { kind: 'quote', find, keyOf: ({ supplierId }) => supplierId });
