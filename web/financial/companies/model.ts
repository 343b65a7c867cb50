import { formatTaxId, isCnpj } from '#domain/taxId.ts';
import { isRecord, isText } from '#web/client/storage.ts';
import type { Problems } from '#web/form/useForm.ts';
import type { CompanyRowFragment } from '#web/generated/financial.ts';

export interface CompanyForm {
  name: string;
  taxId: string;
}

export const formOf = (row: CompanyRowFragment | null): CompanyForm => ({
  name: row?.name ?? '',
  taxId: formatTaxId(row?.taxId),
});

export const isCompanyForm = (value: unknown): value is CompanyForm =>
  isRecord(value) && isText(value.name) && isText(value.taxId);

export const problemsOf = ({ name, taxId }: CompanyForm): Problems => ({
  ...(name.trim() === '' ? { name: 'Informe o nome.' } : {}),
  ...(taxId.trim() === '' || isCnpj(taxId) ? {} : { taxId: 'Informe um CNPJ válido.' }),
});
