import { sql } from 'kysely';
import type { Platform } from '../../platform/platform.ts';
import { pagesOf } from '../links/visitors.ts';

/** A supplier, as his link names him. */
export interface Visitor {
  accountId: number;
  quoteId: number;
  supplierId: number;
}

const find = async ({ kysely }: Platform['database'], tokenHash: Buffer): Promise<Visitor | undefined> => {
  const { rows } = await sql<Visitor>`
    select account_id as "accountId", quote_id as "quoteId", supplier_id as "supplierId"
      from find_quote_link(${tokenHash})`.execute(kysely);
  return rows[0];
};

/** The calls of pages where suppliers answer. */
export const quotePages = (platform: Platform) =>
  pagesOf(platform, { kind: 'quote', find, keyOf: ({ supplierId }) => supplierId });
