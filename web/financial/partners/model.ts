import { formatCep, formatPhone, isCep, isPhone } from '#domain/masks.ts';
import { formatTaxId, isTaxId } from '#domain/taxId.ts';
import type { Problems } from '#web/form/useForm.ts';
import { isRecord } from '#web/client/storage.ts';
import type { PartnerRowFragment } from '#web/generated/financial.ts';

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

/** Values of the form: masked text, '' for none. */
export type PartnerForm = Record<(typeof fields)[number], string>;

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
});

const isWrong = (text: string, accepts: (text: string) => boolean) => text.trim() !== '' && !accepts(text);

/** Returns the problems that block saving; the service checks again and detects duplicates. */
export const problemsOf = (form: PartnerForm): Problems => ({
  ...(form.name.trim() === '' ? { name: 'Informe o nome' } : {}),
  ...(isWrong(form.taxId, isTaxId) ? { taxId: 'Informe um CPF ou CNPJ válido.' } : {}),
  ...(isWrong(form.phone, isPhone) ? { phone: 'Informe um telefone válido com DDD, como (11) 98765-4321.' } : {}),
  ...(isWrong(form.postalCode, isCep) ? { postalCode: 'Informe um CEP válido, como 01310-100.' } : {}),
});

export const isPartnerForm = (value: unknown): value is PartnerForm =>
  isRecord(value) && fields.every((field) => typeof value[field] === 'string');
