/** Items of a nota to products: by what was chosen before, by code, by name (mock 11, rule 3). */
import { codeKey, LEAST_SIMILARITY, type MatchKind } from '../../purchase/invoices/matching.ts';
import { NameIndex, similarity, wordsOf } from '../../purchase/invoices/names.ts';

export interface KnownProduct {
  id: number;
  name: string;
  /** Its own, and of those that were merged into it. */
  codes: readonly string[];
}

export interface NamedItem {
  number: number;
  code: string;
  name: string;
}

export interface ProductMatch {
  item: number;
  /** Null: no product is like it. */
  productId: number | null;
  kind: MatchKind | null;
  /** Percent of the words, of a match by name. */
  similarity: number | null;
  /** Other products with a like name, the most alike first. */
  others: number[];
}

const MOST_OTHERS = 4;
const LEAST_OTHER = 30;

/**
 * Matches each item with a product; several items may be one product. A code counts only where the names are somewhat alike:
 * suppliers number their goods as they like, and a register has thousands of codes.
 */
export const matchProducts = (
  items: readonly NamedItem[],
  products: readonly KnownProduct[],
  memory: readonly { code: string; productId: number }[],
): ProductMatch[] => {
  const byId = new Map(products.map((product) => [product.id, product]));
  const words = products.map(({ name }) => wordsOf(name));
  const byCode = new Map<string, number[]>();
  products.forEach(({ codes }, at) => {
    for (const key of new Set(codes.map(codeKey))) byCode.set(key, [...(byCode.get(key) ?? []), at]);
  });
  const remembered = new Map(memory.map(({ code, productId }) => [code, productId]));
  const index = new NameIndex(words.map((one) => [one]));
  return items.map(({ number, code, name }) => {
    const own = wordsOf(name);
    const alike = index.find(own, { least: LEAST_OTHER, most: MOST_OTHERS + 1 }).sort((a, b) => b.percent - a.percent);
    const others = (chosen: number | null) =>
      alike.flatMap(({ owner }) => products[owner]?.id ?? []).filter((id) => id !== chosen);
    const matched = (productId: number, kind: MatchKind, percent: number | null = null): ProductMatch => ({
      ...{ item: number, productId, kind, similarity: percent },
      others: others(productId).slice(0, MOST_OTHERS),
    });
    const known = byId.get(remembered.get(code) ?? -1);
    if (known) return matched(known.id, 'REMEMBERED');
    const coded = (byCode.get(codeKey(code)) ?? []).find((at) => similarity(own, words[at] ?? []) >= LEAST_OTHER);
    const ofCode = coded === undefined ? undefined : products[coded];
    if (ofCode) return matched(ofCode.id, 'CODE');
    const [best] = alike;
    const ofName = best && best.percent >= LEAST_SIMILARITY ? products[best.owner] : undefined;
    if (best && ofName) return matched(ofName.id, 'NAME', best.percent);
    return {
      ...{ item: number, productId: null, kind: null, similarity: null },
      others: others(null).slice(0, MOST_OTHERS),
    };
  });
};
