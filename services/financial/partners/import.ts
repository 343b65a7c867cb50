import { supplierImport } from '#schema/financial/partners.import.ts';
import { partnerEndpoints, type PartnerType } from '#schema/financial/partners.rest.ts';
import type { Fields } from '../../platform/register/fields.ts';
import { reversalOf } from '../../platform/register/import/reversal.ts';
import { storeImporter } from '../../platform/register/import/storeImporter.ts';
import { partnerFields } from './fields.ts';
import { partnerStore } from './store.ts';

/** Suppliers, or customers, from a spreadsheet: found by CPF or CNPJ, else by name. */
export const partnerImporter = storeImporter({
  description: supplierImport,
  create: partnerEndpoints.create,
  table: 'partners',
  entity: 'partner',
  fields: partnerFields as Fields,
  identities: [
    ['type', 'taxId'],
    ['type', 'name'],
  ],
  ambiguous: 'Há mais de um cadastro com este nome: informe o CPF ou CNPJ.',
  reversal: reversalOf(partnerStore.definition, { label: 'name' }),
  fixed: (request) => ({ type: (request as { type?: PartnerType }).type }),
});
