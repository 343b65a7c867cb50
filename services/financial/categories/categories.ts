import { sql } from 'kysely';
import { isStatementLine } from '#domain/statementLines.ts';
import { categoryImport } from '#schema/financial/categories.import.ts';
import { categoryEndpoints, type TransactionType } from '#schema/financial/categories.rest.ts';
import { forbidden, ruleBroken } from '../../platform/errors.ts';
import { registerFeature } from '../../platform/register/feature.ts';
import { choice, formed, name } from '../../platform/register/fields.ts';
import { refuse } from '../../platform/register/import/lines.ts';
import type { Session } from '../../platform/session.ts';

/** Changing income categories needs CREDIT anywhere in the account; expense categories need DEBIT. */
const mayChange = (session: Session, type: TransactionType | undefined): boolean => {
  const grants = Object.values(session.permissions).flatMap((buildings) => Object.values(buildings).flat());
  return session.admin || grants.some((grant) => grant === type);
};

/** @throws ServiceError 403 for a type that the user may not change */
export const requireType = (session: Session, type: TransactionType | undefined): void => {
  if (!mayChange(session, type)) throw forbidden();
};

/** Rejects a change of type, because transactions refer to the category. */
const requireSameType = (before: TransactionType, type: TransactionType): void => {
  if (before === type) return;
  const message = 'O tipo de uma categoria não pode mudar. Cadastre outra categoria.';
  throw ruleBroken(message, [{ path: 'type', message }]);
};

/** Categories of income and expense (§7), shared by the whole account. */
export const categories = registerFeature(categoryEndpoints, {
  table: 'categories',
  entity: 'category',
  noun: { name: 'Categoria', feminine: true },
  missing: 'Categoria não encontrada.',
  sentences: {
    categories_name_key: { message: 'Já existe uma categoria deste tipo com este nome.', field: 'name' },
  },
  fields: {
    type: choice,
    name,
    statementLine: {
      ...formed({
        accepts: isStatementLine,
        keep: (line) => line,
        message: 'Esta linha não existe no demonstrativo de resultado.',
      }),
      sortable: true,
    },
  },
  defaultSort: 'name',
  imported: {
    description: categoryImport,
    identities: [['type', 'name']],
    check: ({ session }, line) => {
      const type = line.values['type'] as TransactionType | undefined;
      if (type !== undefined && !mayChange(session, type)) refuse(line, 'type', forbidden().message);
    },
  },
  check: ({ session, before, body }) => {
    requireType(session, before?.type ?? body?.type);
    if (before && body) requireSameType(before.type, body.type);
  },
  usages: ({ account_id, id, type }) => [
    {
      ...(type === 'DEBIT' ? { one: 'despesa', many: 'despesas' } : { one: 'receita', many: 'receitas' }),
      rows: sql`select from transactions where account_id = ${account_id} and category_id = ${id}`,
    },
    {
      one: 'modelo de lançamento',
      many: 'modelos de lançamento',
      rows: sql`select from transaction_models where account_id = ${account_id} and category_id = ${id}`,
    },
    {
      one: 'contrato medido',
      many: 'contratos medidos',
      rows: sql`select from measurement_contracts where account_id = ${account_id} and category_id = ${id}`,
    },
    {
      one: 'grupo de insumos',
      many: 'grupos de insumos',
      rows: sql`select from input_categories where account_id = ${account_id} and category_id = ${id}`,
    },
    {
      one: 'pedido',
      many: 'pedidos',
      rows: sql`select from orders where account_id = ${account_id} and category_id = ${id}`,
    },
  ],
});
