import type { Named } from '#domain/assistant/names.ts';
import { candidatesOf, findNames, type Found } from '#domain/assistant/names.ts';
import type { Permission } from '#domain/permissions.ts';
import type { NameKind, Phrase, Side } from '#domain/assistant/reading.ts';
import type { Asking } from './asking.ts';

/** Rows of one search. */
const SIZE = 30;
/** Names of a kind that is read whole: obras, wallets and categories are at most hundreds. */
const WHOLE = 500;
/** Words that are searched for by their parts, when none of their rows was found. */
const MOST_WORDS = 4;

const buildingsOf = ({ session, companyId }: Asking): Named[] =>
  Object.entries(session.companies[companyId]?.buildings ?? {}).map(([id, { name }]) => ({
    kind: 'building',
    id,
    name,
  }));

interface Whole {
  wallets?: { content: { id: string; identifier: string }[] } | null;
  categories?: { content: { id: string; name: string }[] } | null;
}

const WALLETS = `wallets(companyId: $companyId, size: ${WHOLE}) { content { id identifier } }`;
const CATEGORIES = `categories(size: ${WHOLE}, filter: { type: $type }) { content { id name } }`;

/** Wallets and categories, of those kinds that the question may name. */
const wholeOf = async (asking: Asking, kinds: readonly NameKind[], side: Side): Promise<Named[]> => {
  const fields = [...(kinds.includes('wallet') ? [WALLETS] : []), ...(kinds.includes('category') ? [CATEGORIES] : [])];
  if (fields.length === 0) return [];
  const types = [
    ...(kinds.includes('wallet') ? ['$companyId: ID!'] : []),
    ...(kinds.includes('category') ? ['$type: TransactionType!'] : []),
  ];
  const document = `query AssistantNames(${types.join(', ')}) { ${fields.join(' ')} }`;
  const { wallets, categories } = await asking.query<Whole>(document, { companyId: asking.companyId, type: side });
  return [
    ...(wallets?.content ?? []).map(({ id, identifier }): Named => ({ kind: 'wallet', id, name: identifier })),
    ...(categories?.content ?? []).map(({ id, name }): Named => ({ kind: 'category', id, name })),
  ];
};

type Searched = Record<string, { content: { id: string; name: string; also?: string | null }[] } | null>;

const SEARCHES = {
  partner: { root: 'partners', types: '$type: PartnerType!', filter: 'type: $type, ', also: 'also: tradeName' },
  product: { root: 'products', types: '', filter: 'activeProductTable: true, ', also: 'also: code' },
} as const;

/** Searches partners or products for several texts at once, each by an alias. */
const searched = async (
  asking: Asking,
  kind: 'partner' | 'product',
  texts: readonly string[],
  side: Side,
): Promise<Named[]> => {
  if (texts.length === 0) return [];
  const { root, types, filter, also } = SEARCHES[kind];
  const names = texts.map((_, index) => `$s${index}: String`);
  const fields = texts.map(
    (_, index) =>
      `s${index}: ${root}(size: ${SIZE}, filter: { ${filter}search: $s${index} }) { content { id name ${also} } }`,
  );
  const document = `query AssistantSearch(${[types, ...names].filter(Boolean).join(', ')}) { ${fields.join(' ')} }`;
  const variables = {
    type: side === 'CREDIT' ? 'CUSTOMER' : 'SUPPLIER',
    ...Object.fromEntries(texts.map((text, index) => [`s${index}`, text])),
  };
  const found = await asking.query<Searched>(document, variables);
  const rows = new Map(
    Object.values(found)
      .flatMap((page) => page?.content ?? [])
      .map(({ id, name, also: other }): [string, Named] => [id, { kind, id, name, ...(other && { also: other }) }]),
  );
  return [...rows.values()];
};

/** Letters of a search of a list. */
const LONGEST_SEARCH = 100;
/** The first words of a text, as many as a search may have: what they find is compared with the whole text. */
const searchOf = (text: string): string =>
  text.length <= LONGEST_SEARCH ? text : text.slice(0, text.lastIndexOf(' ', LONGEST_SEARCH)).slice(0, LONGEST_SEARCH);

/** Neighbouring phrases as one text, and each alone: "maria dores", "maria", "dores". */
const textsOf = (phrases: readonly Phrase[]): string[] => {
  const keys = phrases.map(({ key }) => key);
  const joined = keys.flatMap((key, index) => (keys[index + 1] === undefined ? [] : [`${key} ${keys[index + 1]}`]));
  return [...new Set([...keys, ...joined].map(searchOf))].slice(0, 7);
};

const SHORTEST_PART = 4;

/** Beginnings and ends of words that may be misspelt: "hidraulca" is found by "hidr". */
const partsOf = (phrases: readonly Phrase[]): string[] => {
  const words = phrases.flatMap(({ key }) => key.split(' ')).filter((word) => word.length >= SHORTEST_PART);
  const parts = words
    .slice(0, MOST_WORDS)
    .flatMap((word) => [word.slice(0, SHORTEST_PART), word.slice(-SHORTEST_PART)]);
  return [...new Set(parts)].slice(0, 8);
};

/** What the directives of these lists ask for; a list that is refused would refuse the whole question. */
const READERS: Partial<Record<NameKind, readonly Permission[]>> = {
  product: ['PURCHASE', 'ENGINEERING'],
  category: ['DEBIT', 'CREDIT'],
  wallet: ['DEBIT', 'CREDIT'],
};

const mayName = ({ session, companyId }: Asking, kind: NameKind): boolean => {
  const needed = READERS[kind];
  if (session.admin || !needed) return true;
  return Object.values(session.permissions[companyId] ?? {}).some((held) => needed.some((one) => held.includes(one)));
};

/**
 * Finds what the phrases of a question stand for, among the rows that its writer sees. Partners and products are
 * searched for by the database; those that nobody found by their letters, by parts of their words.
 */
export const findRows = async (
  asking: Asking,
  phrases: readonly Phrase[],
  asked: readonly NameKind[],
  { side, ofEachKind = false }: { side: Side; ofEachKind?: boolean },
): Promise<Found[]> => {
  if (phrases.length === 0) return [];
  const kinds = asked.filter((kind) => mayName(asking, kind));
  const names = [...(kinds.includes('building') ? buildingsOf(asking) : []), ...(await wholeOf(asking, kinds, side))];
  const large = (['partner', 'product'] as const).filter((kind) => kinds.includes(kind));
  // A name that is known already is not searched for.
  const unknown = phrases.filter(({ key }) => ofEachKind || (candidatesOf(key, names)[0]?.score ?? 0) < 0.9);
  for (const kind of large) names.push(...(await searched(asking, kind, textsOf(unknown), side)));
  const found = findNames(phrases, names, kinds, ofEachKind);
  const missing = found.filter(({ rows }) => rows.length === 0).map(({ phrase }) => phrase);
  if (missing.length === 0 || large.length === 0) return found;
  for (const kind of large) names.push(...(await searched(asking, kind, partsOf(missing), side)));
  return findNames(phrases, names, kinds, ofEachKind);
};
