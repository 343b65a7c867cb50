import type { BankTableLayoutInput } from '#web/generated/financial.ts';
import type { Draft } from './model.ts';

export type Table = NonNullable<Draft['table']>;

/** What a column may be; only the memo may have several. */
export const ROLES = [
  { value: 'date', label: 'Data' },
  { value: 'memo', label: 'Histórico' },
  { value: 'amount', label: 'Valor' },
  { value: 'moneyIn', label: 'Entrada (crédito)' },
  { value: 'moneyOut', label: 'Saída (débito)' },
  { value: 'direction', label: 'Crédito ou débito' },
  { value: 'document', label: 'Documento' },
  { value: 'identifier', label: 'Identificador' },
  { value: 'balance', label: 'Saldo' },
  { value: 'account', label: 'Conta' },
] as const;
export type Role = (typeof ROLES)[number]['value'];

/** The layout as it is chosen: a role for each column, null for those that are not read. */
export interface ColumnChoice {
  bank: string;
  roles: readonly (Role | null)[];
  inverted: boolean;
}

export const choiceOf = ({ headers, guess, layout }: Table): ColumnChoice => {
  const from = layout ?? guess;
  const roleOf = (column: number): Role | null =>
    from.memo.includes(column) ? 'memo' : (ROLES.find(({ value }) => from[value] === column)?.value ?? null);
  return { bank: from.bank, roles: headers.map((_, at) => roleOf(at + 1)), inverted: from.inverted };
};

/** A role goes to a column, and leaves the one that had it. */
export const withRole = (choice: ColumnChoice, column: number, role: Role | null): ColumnChoice => ({
  ...choice,
  roles: choice.roles.map((old, at) => {
    if (at === column) return role;
    return old === role && role !== 'memo' ? null : old;
  }),
});

/** What is missing before the file can be read, by field; empty when nothing is. */
export const missingOf = ({ bank, roles }: ColumnChoice): Partial<Record<'bank' | 'columns', string>> => {
  const missing = [
    ...(roles.includes('date') ? [] : ['a data']),
    ...(roles.includes('memo') ? [] : ['o histórico']),
    ...(roles.some((role) => role === 'amount' || role === 'moneyIn' || role === 'moneyOut') ? [] : ['o valor']),
  ];
  return {
    ...(bank.trim() === '' && { bank: 'Informe o nome do banco.' }),
    ...(missing.length > 0 && { columns: `Diga qual coluna traz ${missing.join(', ')}.` }),
  };
};

export const inputOf = ({ bank, roles, inverted }: ColumnChoice): BankTableLayoutInput => {
  const columnOf = (role: Role): number | null => roles.indexOf(role) + 1 || null;
  return {
    ...{ bank: bank.trim(), date: columnOf('date') ?? 0, inverted },
    memo: roles.flatMap((role, at) => (role === 'memo' ? [at + 1] : [])),
    ...{ amount: columnOf('amount'), moneyIn: columnOf('moneyIn'), moneyOut: columnOf('moneyOut') },
    ...{ direction: columnOf('direction'), document: columnOf('document'), identifier: columnOf('identifier') },
    ...{ balance: columnOf('balance'), account: columnOf('account') },
  };
};
