import type { FieldProblem } from '#domain/errors.ts';
import { readBankAccounts, type BankAccountKind } from '#domain/financial/partners/bankAccounts.ts';
import {
  formatPixKey,
  PIX_KEY_KINDS,
  readPixKeys,
  type PixKeyKind,
  type TypedPixKey,
} from '#domain/financial/partners/pixKeys.ts';
import { formatCep, formatPhone, isCep, isPhone } from '#domain/masks.ts';
import { formatTaxId, isTaxId } from '#domain/taxId.ts';
import type { Problems } from '#web/form/useForm.ts';
import { isRecord, isText } from '#web/client/storage.ts';
import type { PaidByFragment, PartnerInput, PartnerRowFragment } from '#web/generated/financial.ts';

const fields = [
  'name',
  'tradeName',
  'taxId',
  'email',
  'phone',
  'postalCode',
  'street',
  'streetNumber',
  'complement',
  'district',
  'city',
  'state',
  'notes',
] as const;

/** '' for a kind that is told from the key. */
export interface PixKeyForm {
  kind: PixKeyKind | '';
  key: string;
  preferred: boolean;
}

export interface BankAccountForm {
  bank: string;
  agency: string;
  account: string;
  kind: BankAccountKind;
  holderTaxId: string;
}

/** Values of the form: masked text, '' for none. */
export type PartnerForm = Record<(typeof fields)[number], string> & {
  pixKeys: readonly PixKeyForm[];
  bankAccounts: readonly BankAccountForm[];
};

/**
 * What a row is paid by. Lists do not bring it: reading it is noted.
 * @throws Error for a row of a list, whose form would delete all keys and accounts
 */
const paidBy = (row: PartnerRowFragment & Partial<PaidByFragment>): Pick<PartnerForm, 'pixKeys' | 'bankAccounts'> => {
  if (!row.pixKeys || !row.bankAccounts) throw new Error(`Partner ${row.id} is not opened: its row is one of a list`);
  return {
    pixKeys: row.pixKeys.map((key) => ({ kind: key.kind, key: formatPixKey(key), preferred: key.preferred })),
    bankAccounts: row.bankAccounts.map(({ bank, agency, account, kind, holderTaxId }) => ({
      ...{ bank, agency, account, kind, holderTaxId: formatTaxId(holderTaxId) },
    })),
  };
};

export const formOf = (row: PartnerRowFragment | null): PartnerForm => ({
  name: row?.name ?? '',
  tradeName: row?.tradeName ?? '',
  taxId: formatTaxId(row?.taxId),
  email: row?.email ?? '',
  phone: formatPhone(row?.phone),
  postalCode: formatCep(row?.postalCode),
  street: row?.street ?? '',
  streetNumber: row?.streetNumber ?? '',
  complement: row?.complement ?? '',
  district: row?.district ?? '',
  city: row?.city ?? '',
  state: row?.state ?? '',
  notes: row?.notes ?? '',
  ...(row ? paidBy(row) : { pixKeys: [], bankAccounts: [] }),
});

const typedKey = ({ kind, ...key }: PixKeyForm): TypedPixKey => ({ ...key, kind: kind || null });

/** Only suppliers have something that they are paid by. */
export const inputOf = (form: PartnerForm, type: PartnerInput['type']): PartnerInput => {
  const { pixKeys, bankAccounts, ...rest } = form;
  if (type === 'CUSTOMER') return { type, ...rest };
  return { type, ...rest, pixKeys: pixKeys.map(typedKey), bankAccounts: [...bankAccounts] };
};

const EMPTY_KEY: PixKeyForm = { kind: '', key: '', preferred: false };
const EMPTY_ACCOUNT: BankAccountForm = { bank: '', agency: '', account: '', kind: 'CHECKING', holderTaxId: '' };

/** Exactly one key is preferred: the one at `place`. */
export const preferAt = (keys: readonly PixKeyForm[], place: number): PixKeyForm[] =>
  keys.map((key, index) => ({ ...key, preferred: index === place }));

export const withNewKey = (keys: readonly PixKeyForm[]): PixKeyForm[] => [
  ...keys,
  { ...EMPTY_KEY, preferred: keys.length === 0 },
];

/** Without the key at a place; the first one left is preferred where that one was. */
export const withoutKey = (keys: readonly PixKeyForm[], place: number): PixKeyForm[] => {
  const left = keys.filter((_, index) => index !== place);
  return left.some(({ preferred }) => preferred) ? left : preferAt(left, 0);
};

export const withNewAccount = (accounts: readonly BankAccountForm[]): BankAccountForm[] => [...accounts, EMPTY_ACCOUNT];

const isWrong = (text: string, accepts: (text: string) => boolean) => text.trim() !== '' && !accepts(text);

const problemsWithin = (field: string, problems: readonly FieldProblem[]): Problems =>
  Object.fromEntries(problems.map(({ path, message }) => [`${field}.${path}`, message]));

/** Returns the problems that block saving; the service checks again and detects duplicates. */
export const problemsOf = (form: PartnerForm): Problems => ({
  ...(form.name.trim() === '' ? { name: 'Informe o nome' } : {}),
  ...(isWrong(form.taxId, isTaxId) ? { taxId: 'Informe um CPF ou CNPJ válido.' } : {}),
  ...(isWrong(form.phone, isPhone) ? { phone: 'Informe um telefone válido com DDD, como (11) 98765-4321.' } : {}),
  ...(isWrong(form.postalCode, isCep) ? { postalCode: 'Informe um CEP válido, como 01310-100.' } : {}),
  ...problemsWithin('pixKeys', readPixKeys(form.pixKeys.map(typedKey)).problems),
  ...problemsWithin('bankAccounts', readBankAccounts(form.bankAccounts).problems),
});

const isPixKeyForm = (value: unknown): value is PixKeyForm =>
  isRecord(value) &&
  isText(value.key) &&
  typeof value.preferred === 'boolean' &&
  (value.kind === '' || PIX_KEY_KINDS.some((kind) => kind === value.kind));

const isBankAccountForm = (value: unknown): value is BankAccountForm =>
  isRecord(value) &&
  (['bank', 'agency', 'account', 'holderTaxId'] as const).every((field) => isText(value[field])) &&
  (value.kind === 'CHECKING' || value.kind === 'SAVINGS');

export const isPartnerForm = (value: unknown): value is PartnerForm =>
  isRecord(value) &&
  fields.every((field) => isText(value[field])) &&
  Array.isArray(value.pixKeys) &&
  value.pixKeys.every(isPixKeyForm) &&
  Array.isArray(value.bankAccounts) &&
  value.bankAccounts.every(isBankAccountForm);
