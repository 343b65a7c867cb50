import { counted } from '#domain/numberFormat.ts';
import type { ChangeAnswer, ChangeItem } from '#schema/financial/transactions/bulk.rest.ts';
import { forbidden, type ServiceError } from '../../../platform/errors.ts';
import { Problems } from '../../../platform/problems.ts';
import type { Trx, Work } from '../../../platform/db/unitOfWork.ts';
import { transactionAnswer } from '../answer.ts';
import { refreshHeaders } from '../insert.ts';
import { sentence } from '../made.ts';
import { findReferences, grantedOf, type References } from '../references.ts';
import type { Reader } from '../reader.ts';
import { mayChange } from '../visibility.ts';
import { firstRule, holdMany, payablesOf, refusalsOf, type Change, type Held, type HeldMany } from './held.ts';
import { NothingDone, recordChanges, refuseTwins, resultOf } from './outcome.ts';
import { storeBuildings, storeCategories } from './store.ts';

/** Changes category and building of several documents: a refused one does not stop the others. */
export const changeMany = async (
  trx: Trx,
  work: Work,
  reader: Reader,
  items: readonly ChangeItem[],
): Promise<ChangeAnswer> => {
  refuseTwins(
    items.map(({ transactionId }) => String(transactionId)),
    (index) => `items.${index}.transactionId`,
  );
  const find = await referencesOf(trx, reader, items);
  const held = await holdMany(
    trx,
    reader,
    items.map(({ transactionId }) => transactionId),
  );
  const refusals = (await refusalsOf(trx, reader, held, items)).map(
    (refusal, index) => refusal ?? refusalOf(reader, held, items[index], find),
  );
  const results = items.map(({ transactionId, version }, index) => {
    const refusal = refusals[index] ?? null;
    return { ...resultOf(transactionId, refusal), version: refusal ? null : version };
  });
  const changes = items.flatMap((item, index) => (refusals[index] ? [] : (changeOf(held, item) ?? [])));
  if (changes.length === 0) throw new NothingDone<ChangeAnswer>({ results, transactions: [] });
  const after = await store(trx, work, reader, held, changes);
  return {
    results: results.map((one) => ({
      ...one,
      version: one.ok ? (after.get(one.transactionId)?.version ?? one.version) : null,
    })),
    transactions: changes.flatMap(({ one }) => {
      const stored = after.get(one.stored.id);
      return stored ? transactionAnswer(stored, reader) : [];
    }),
  };
};

const changeOf = (held: HeldMany, item: ChangeItem): Change | null => {
  const one = held.get(item.transactionId);
  if (!one) return null;
  const categoryId = item.category === undefined ? undefined : (item.category?.id ?? null);
  const change = {
    one,
    categoryId: categoryId === one.stored.categoryId ? undefined : categoryId,
    share: shareOf(item, one),
  };
  return change.categoryId === undefined && change.share === undefined ? null : change;
};

/** The share that an item asks for; undefined where it is as it was. The same building keeps its stage unless one is named. */
const shareOf = ({ building, costEstimateGroup: stage }: ChangeItem, { stored }: Held): Change['share'] => {
  if (building === undefined) return undefined;
  const [own, ...others] = stored.apportionments;
  if (!building) return own ? null : undefined;
  const isHere = others.length === 0 && own?.buildingId === building.id;
  if (isHere && (stage === undefined || (stage?.id ?? null) === own.stageId)) return undefined;
  return { buildingId: building.id, stageId: stage?.id ?? null };
};

/** @throws ServiceError 400 for an item that says nothing, 422 for what it names and is not there */
const referencesOf = async (
  trx: Trx,
  { session, companyId, kind }: Reader,
  items: readonly ChangeItem[],
): Promise<References> => {
  const find = await findReferences(trx, companyId, {
    categoryIds: items.map(({ category }) => category?.id ?? null),
    ...{ partnerIds: [], walletIds: [] },
    buildingIds: grantedOf(
      session,
      companyId,
      items.flatMap(({ building }) => building?.id ?? []),
    ),
    stageIds: items.map(({ costEstimateGroup }) => costEstimateGroup?.id ?? null),
  });
  const problems = new Problems();
  items.forEach(({ category, building, costEstimateGroup: stage }, index) => {
    const at = (field: string) => `items.${index}.${field}`;
    if (category === undefined && building === undefined) {
      problems.contradiction(`items.${index}`, 'Informe a categoria ou a obra.');
    }
    if (stage && !building) problems.contradiction(at('costEstimateGroup'), 'Informe a obra da etapa.');
    const known = category && find('category', category.id);
    if (category && !known) problems.rule(at('category'), 'Categoria não encontrada.');
    if (known && known.type !== kind.type) problems.rule(at('category'), kind.words.wrongCategory);
    if (building && !find('building', building.id)) problems.rule(at('building'), 'Obra não encontrada.');
    else if (building && stage && find('stage', stage.id)?.buildingId !== building.id) {
      problems.rule(at('costEstimateGroup'), 'Etapa não encontrada nesta obra.');
    }
  });
  problems.refuse();
  return find;
};

/** Why a document that the user may change stays as it is; null where it changes, or is so already. */
const refusalOf = (
  reader: Reader,
  held: HeldMany,
  item: ChangeItem | undefined,
  find: References,
): ServiceError | null => {
  const change = item && changeOf(held, item);
  if (!change) return null;
  const { one, categoryId, share } = change;
  const closed = [one, ...payablesOf(held, one)].map((each) => each.closed);
  const rule = firstRule([
    ...closed,
    ...(categoryId === undefined ? [] : categoryRules(one, categoryId, find)),
    ...(share === undefined ? [] : shareRules(one, share, find)),
  ]);
  if (rule || !share) return rule;
  const { session, companyId, kind } = reader;
  return mayChange(session, companyId, kind, [share.buildingId]) ? null : forbidden(kind.words.notAllowed);
};

const categoryRules = ({ madeBy }: Held, id: number | null, find: References): (string | null)[] => [
  madeBy === 'RETENTION' ? sentence('A categoria', madeBy) : null,
  id !== null && find('category', id)?.active === false ? 'Esta categoria está inativa.' : null,
];

const shareRules = ({ stored, madeBy }: Held, share: Change['share'], find: References): (string | null)[] => {
  const count = stored.apportionments.length;
  const isUsed = stored.apportionments.some(({ buildingId }) => buildingId === share?.buildingId);
  const isInactive = share && !isUsed && find('building', share.buildingId)?.active === false;
  return [
    madeBy === null ? null : sentence('O rateio', madeBy),
    count > 1 ? `Tem rateio em ${counted(count, 'parte')}: mude a obra no próprio lançamento.` : null,
    isInactive ? 'Esta obra está inativa.' : null,
  ];
};

/** Writes the changes, each with the payables that repeat it; the number of statements does not depend on how many. */
const store = async (trx: Trx, work: Work, reader: Reader, held: HeldMany, changes: readonly Change[]) => {
  const all = changes.flatMap((change) => [
    change,
    ...payablesOf(held, change.one).map((payable) => ({ ...change, one: payable })),
  ]);
  const { accountId } = work.session;
  const books = { accountId, companyId: reader.companyId, type: reader.kind.type };
  await storeCategories(trx, accountId, all);
  await storeBuildings(trx, books, all);
  const before = all.map(({ one }) => one.stored);
  await refreshHeaders(
    trx,
    work,
    accountId,
    before.map(({ id }) => id),
    1,
  );
  return recordChanges(trx, work, before);
};
