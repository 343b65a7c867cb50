import type { FieldProblem } from '../../errors.ts';
import { bankName } from '../paymentCodes/banks.ts';
import { formatTaxId, isTaxId, normalizeTaxId } from '../../taxId.ts';

export const BANK_ACCOUNT_KINDS = ['CHECKING', 'SAVINGS'] as const;
export type BankAccountKind = (typeof BANK_ACCOUNT_KINDS)[number];

/** A bank account as a transfer (TED) names it. */
export interface BankAccount {
  /** COMPE code of three digits, or ISPB of eight. */
  bank: string;
  /** At least four digits, and the check digit of banks that have one: "1234", "1234-5". */
  agency: string;
  /** With its check digit, which may be X: "12345-6". */
  account: string;
  kind: BankAccountKind;
  /** CPF or CNPJ of the holder without mask; null: the partner's. */
  holderTaxId: string | null;
}

export type TypedBankAccount = Omit<BankAccount, 'holderTaxId'> & { holderTaxId?: string | null | undefined };

export const MAX_BANK_ACCOUNTS = 10;

export const BANK_ACCOUNT_LABELS: Readonly<Record<BankAccountKind, string>> = {
  CHECKING: 'Conta corrente',
  SAVINGS: 'Conta poupança',
};

const BANK = /^(\d{3}|\d{8})$/;
const AGENCY = /^(\d{1,5})(-[\dX])?$/;
const ACCOUNT = /^\d{1,13}-[\dX]$/;

const WRONG_BANK = 'Informe o código do banco, com 3 dígitos, ou o ISPB, com 8.';
const WRONG_AGENCY = 'Informe a agência, como 1234 ou 1234-5.';
const WRONG_ACCOUNT = 'Informe a conta com o dígito, como 12345-6.';
const WRONG_HOLDER = 'Informe um CPF ou CNPJ válido.';
const REPEATED = 'Esta conta está repetida.';

/** Without the dots and spaces that people type. */
const bare = (text: string): string => text.replace(/[.\s]/g, '').toUpperCase();

const agencyOf = (text: string): string | null => {
  const [, digits, check = ''] = AGENCY.exec(bare(text)) ?? [];
  return digits === undefined ? null : digits.padStart(4, '0') + check;
};

/** What tells two accounts apart; the holder does not. */
export const bankAccountKey = ({ bank, agency, account, kind }: BankAccount): string =>
  [bank, agency, account, kind].join('/');

/** Reads one account; problems are told at its fields. */
const readOne = (typed: TypedBankAccount): { account: BankAccount; problems: FieldProblem[] } => {
  const agency = agencyOf(typed.agency);
  const holder = typed.holderTaxId?.trim() || null;
  const account: BankAccount = {
    bank: bare(typed.bank),
    agency: agency ?? typed.agency,
    account: bare(typed.account),
    kind: typed.kind,
    holderTaxId: holder === null ? null : normalizeTaxId(holder),
  };
  const problems = [
    ...(BANK.test(account.bank) ? [] : [{ path: 'bank', message: WRONG_BANK }]),
    ...(agency === null ? [{ path: 'agency', message: WRONG_AGENCY }] : []),
    ...(ACCOUNT.test(account.account) ? [] : [{ path: 'account', message: WRONG_ACCOUNT }]),
    ...(holder === null || isTaxId(holder) ? [] : [{ path: 'holderTaxId', message: WRONG_HOLDER }]),
  ];
  return { account, problems };
};

/** Reads the accounts of a partner. Problems are told at their places: "0.agency". */
export const readBankAccounts = (
  typed: readonly TypedBankAccount[],
): { accounts: BankAccount[]; problems: FieldProblem[] } => {
  const accounts: BankAccount[] = [];
  const problems: FieldProblem[] = [];
  typed.forEach((one, index) => {
    const read = readOne(one);
    problems.push(...read.problems.map(({ path, message }) => ({ path: `${index}.${path}`, message })));
    const key = bankAccountKey(read.account);
    if (read.problems.length === 0 && accounts.some((other) => bankAccountKey(other) === key)) {
      problems.push({ path: `${index}.account`, message: REPEATED });
    }
    accounts.push(read.account);
  });
  return { accounts, problems };
};

/** "Itaú", and "ISPB 12345678" of a bank that is named by that. */
export const bankLabel = (bank: string): string => (bank.length === 8 ? `ISPB ${bank}` : bankName(bank));

/** "Itaú, agência 1234, conta corrente 12345-6, de 529.982.247-25" */
export const formatBankAccount = ({ bank, agency, account, kind, holderTaxId }: BankAccount): string => {
  const number = `${BANK_ACCOUNT_LABELS[kind].toLowerCase()} ${account}`;
  const holder = holderTaxId === null ? [] : [`de ${formatTaxId(holderTaxId)}`];
  return [bankLabel(bank), `agência ${agency}`, number, ...holder].join(', ');
};

/** What is pasted into the form of a bank: one fact a line. */
export const bankAccountText = ({ bank, agency, account, kind, holderTaxId }: BankAccount): string =>
  [
    bank.length === 8 ? bankLabel(bank) : `Banco ${bank} (${bankLabel(bank)})`,
    `Agência ${agency}`,
    `${BANK_ACCOUNT_LABELS[kind]} ${account}`,
    ...(holderTaxId === null ? [] : [`CPF/CNPJ ${formatTaxId(holderTaxId)}`]),
  ].join('\n');
