import { FETCH_PARTNER_FAILED, FETCH_PARTNERS_FAILED } from '#domain/messages.ts';
import { formatTaxId } from '#domain/taxId.ts';
import {
  DeletePartnerDocument,
  PartnerDocument,
  PartnersDocument,
  SavePartnerDocument,
  UpdatePartnerDocument,
} from '#web/generated/financial.ts';
import { forgetting } from '#web/client/forgetting.ts';
import { specs } from '#web/list/listFilters.ts';
import { defineRegister } from '#web/register/defineRegister.ts';
import { rootFields } from '#web/register/operations.ts';
import { partnerCard, partnerColumns } from './columns.tsx';
import type { PartnerKind } from './kinds.ts';
import { partnerForm } from './PartnerFields.tsx';

/** Returns the register of suppliers or of customers, which are partners of two types. */
export const partnersOf = (kind: PartnerKind) =>
  defineRegister({
    noun: kind.noun,
    draftKey: `partner.${kind.type}`,
    operations: {
      list: PartnersDocument,
      one: PartnerDocument,
      create: SavePartnerDocument,
      update: UpdatePartnerDocument,
      remove: DeletePartnerDocument,
    },
    exported: 'Partners',
    fixed: { type: kind.type },
    filters: {
      name: specs.text('Nome'),
      tradeName: specs.text('Nome fantasia'),
      taxId: specs.text('CPF/CNPJ'),
      email: specs.text('E-mail'),
      phone: specs.text('Telefone'),
      postalCode: specs.text('CEP'),
      district: specs.text('Bairro'),
      city: specs.text('Cidade'),
      state: specs.text('UF'),
    },
    columns: partnerColumns(kind),
    card: partnerCard,
    form: partnerForm(kind),
    identityOf: ({ type, name }) => ({ type, name }),
    opened: ['Partner'],
    cache: {
      deleted: (cache, id) => {
        cache.evict({ id: cache.identify({ __typename: 'Partner', id }) });
        forgetting(...rootFields(PartnersDocument))(cache);
      },
    },
    nameOf: ({ name }) => name,
    subtitle: (row) => formatTaxId(row?.taxId) || undefined,
    emptyText: 'Cadastre nome, CPF ou CNPJ, contato e endereço.',
    loss: 'O cadastro deixa de existir.',
    failures: { list: FETCH_PARTNERS_FAILED, one: FETCH_PARTNER_FAILED, save: kind.failure },
  });
