import { sql } from 'kysely';
import type { InputCategoriesBody } from '#schema/engineering/costBreakdown/costBreakdown.rest.ts';
import { Problems } from '../../platform/problems.ts';
import type { Trx, Work } from '../../platform/db/unitOfWork.ts';

const ENTITY = 'inputCategory';

type Item = InputCategoriesBody['items'][number];

const keyOf = ({ kind, group }: Item): string => `${kind}/${group?.id ?? ''}`;

const check = async (trx: Trx, accountId: number, items: readonly Item[]): Promise<void> => {
  const [groups, categories] = [
    items.flatMap(({ group }) => group?.id ?? []),
    items.flatMap(({ category }) => category?.id ?? []),
  ];
  const { rows } = await sql<{ kind: string; id: number }>`
    select 'group' as kind, id from product_groups where account_id = ${accountId} and id = any(${groups}::bigint[])
    union all
    select type, id from categories where account_id = ${accountId} and id = any(${categories}::bigint[])`.execute(trx);
  const known = new Set(rows.map(({ kind, id }) => `${kind}/${id}`));
  const problems = new Problems();
  items.forEach((item, index) => {
    const at = (field: string) => `items.${index}.${field}`;
    const { kind, group, category } = item;
    if (kind === 'GROUP' && !group) problems.rule(at('group'), 'Informe o grupo de insumos.');
    if (kind !== 'GROUP' && group) problems.rule(at('group'), 'Este tipo não tem grupo de insumos.');
    if (group && !known.has(`group/${group.id}`)) problems.rule(at('group'), 'Grupo de insumos não encontrado.');
    if (items.findIndex((other) => keyOf(other) === keyOf(item)) < index)
      problems.rule(at('group'), 'Aparece duas vezes.');
    if (category && known.has(`CREDIT/${category.id}`))
      problems.rule(at('category'), 'Escolha uma categoria de despesa.');
    else if (category && !known.has(`DEBIT/${category.id}`)) problems.rule(at('category'), 'Categoria não encontrada.');
  });
  problems.refuse();
};

/** Says which category inputs belong to; what comes last counts. Answers how many changed. @throws ServiceError 422 */
export const classifyInputs = async (trx: Trx, work: Work, { items }: InputCategoriesBody): Promise<number> => {
  const { accountId } = work.session;
  await check(trx, accountId, items);
  let changed = 0;
  for (const { kind, group, category } of items) {
    const groupId = group?.id ?? null;
    const { rows } = category
      ? await sql<{ id: number }>`
          insert into input_categories as m (account_id, kind, product_group_id, category_id)
          values (${accountId}, ${kind}, ${groupId}, ${category.id})
          on conflict on constraint input_categories_key do update set category_id = excluded.category_id
          where m.category_id <> excluded.category_id returning id`.execute(trx)
      : await sql<{ id: number }>`
          delete from input_categories where account_id = ${accountId} and kind = ${kind}
            and product_group_id is not distinct from ${groupId}::bigint returning id`.execute(trx);
    for (const { id } of rows) {
      work.audit({
        action: category ? 'update' : 'delete',
        entity: ENTITY,
        entityId: id,
        details: { kind, groupId, categoryId: category?.id ?? null },
      });
    }
    changed += rows.length;
  }
  return changed;
};
