import { monthName, REGIME_NAMES } from '#domain/engineering/publishedPrices.ts';
import type { ProductTableRowFragment } from '#web/generated/purchase.ts';

export const SOURCES = { GO: 'Própria', SINAPI: 'SINAPI' } as const;

type Published = Pick<ProductTableRowFragment, 'month' | 'state' | 'regime'>;

/** "SP · 10/2026 · não desonerado": which published prices a cost database holds; null for the account's own. */
export const publishedText = ({ month, state, regime }: Published): string | null => {
  const parts = [state, month && monthName(month), regime && REGIME_NAMES[regime]].filter(Boolean);
  return parts.length === 0 ? null : parts.join(' · ');
};
