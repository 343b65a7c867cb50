import { sql } from 'kysely';
import { hasAllOf } from '#domain/permissions.ts';
import { money } from '#domain/money.ts';
import { walletEndpoints } from '#schema/financial/wallets.rest.ts';
import { name, plain, text } from '../../platform/register/fields.ts';
import { registerStore } from '../../platform/register/store.ts';

export const WALLET_NOT_FOUND = 'Carteira não encontrada.';

/** Wallets of a company. §6: their figures need DEBIT and CREDIT in it; their names do not. */
export const walletStore = registerStore(walletEndpoints, {
  table: 'wallets',
  entity: 'wallet',
  noun: { name: 'Carteira', feminine: true },
  missing: WALLET_NOT_FOUND,
  fields: {
    identifier: name,
    description: { ...text, searched: true },
    initialBalance: { keep: money },
    balanceDate: plain,
  },
  defaultSort: 'identifier',
  answer: (row, session) =>
    hasAllOf(session, ['DEBIT', 'CREDIT'], { companyId: row.company_id, buildingId: null })
      ? {}
      : { initialBalance: null, balanceDate: null },
  usages: ({ account_id, id }) => [
    {
      one: 'pagamento ou recebimento',
      many: 'pagamentos ou recebimentos',
      rows: sql`select from installments where account_id = ${account_id} and wallet_id = ${id} and not forecast`,
    },
    {
      one: 'lançamento que a prevê',
      many: 'lançamentos que a preveem',
      rows: sql`select from transactions where account_id = ${account_id} and expected_wallet_id = ${id}`,
    },
    {
      one: 'linha de extrato',
      many: 'linhas de extrato',
      rows: sql`select from bank_statement_lines where account_id = ${account_id} and wallet_id = ${id}`,
    },
    {
      one: 'modelo de lançamento',
      many: 'modelos de lançamento',
      rows: sql`select from transaction_models where account_id = ${account_id} and expected_wallet_id = ${id}`,
    },
    {
      one: 'transferência',
      many: 'transferências',
      rows: sql`select from transfers where account_id = ${account_id} and ${id} in (source_wallet_id, target_wallet_id)`,
    },
  ],
});
