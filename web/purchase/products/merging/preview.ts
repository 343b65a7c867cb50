import { formatExact } from '#domain/money.ts';
import type { MergePreviewQuery, ProductRowFragment } from '#web/generated/purchase.ts';

export type Preview = NonNullable<MergePreviewQuery['productMergePreview']>;

const usesOf = ({ figures }: ProductRowFragment): number => figures?.uses ?? 0;
const priced = ({ price }: ProductRowFragment): number => (price ? 1 : 0);

/** The product that stays unless another one is chosen: the most used one, then one with a price, then the oldest. */
export const likeliest = (rows: readonly ProductRowFragment[]): ProductRowFragment | undefined =>
  rows.toSorted((a, b) => usesOf(b) - usesOf(a) || priced(b) - priced(a) || Number(a.id) - Number(b.id))[0];

/** "coeficientes de 0127 divididos por 50" */
export const divided = (preview: Preview, rows: readonly ProductRowFragment[]): string[] =>
  preview.merged.flatMap(({ product, factor, compositions }) => {
    const code = rows.find(({ id }) => id === product.id)?.code;
    return factor && factor !== '1' && compositions > 0
      ? [`coeficientes de ${code} divididos por ${formatExact(factor)}`]
      : [];
  });
