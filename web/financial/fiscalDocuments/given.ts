import { formatTaxId } from '#domain/taxId.ts';
import { counted } from '#domain/numberFormat.ts';
import type { FiscalReadingQuery } from '#web/generated/financial.ts';
import type { Option } from '#web/ui/useOptions.ts';
import { emptyForm, forecastOf, NEW_PARTNER, type TransactionForm } from '../transactions/form/model.ts';
import type { GivenNota } from '../transactions/form/nota.ts';
import { givenRetention } from '../transactions/form/retentions.ts';

export type Reading = NonNullable<FiscalReadingQuery['reading']>;

/** What a person chose for items, by their numbers; null: none. */
export type ChosenProducts = ReadonlyMap<number, Option | null>;

export const productOption = ({ id, name, unit }: NonNullable<Reading['items'][number]['product']>): Option => ({
  ...{ id, label: name, hint: unit },
});

const optionOf = (row: { id: string; name: string } | null | undefined): Option | null =>
  row ? { id: row.id, label: row.name } : null;

/** What was chosen in earlier visits. */
export const chosenOf = ({ items }: Reading): ChosenProducts =>
  new Map(
    items
      .filter(({ match }) => match === 'CHOSEN')
      .map(({ number, product }) => [number, product ? productOption(product) : null]),
  );

/** The supplier of the nota; one that is made or reactivated with the expense stands for the issuer. */
const partnerOf = ({ partner, issuer }: Reading): Option => {
  const hint = formatTaxId(issuer.taxId);
  return partner?.active === true
    ? { id: partner.id, label: partner.name, hint: formatTaxId(partner.taxId ?? issuer.taxId) }
    : { id: NEW_PARTNER, label: partner?.name ?? issuer.name, hint };
};

const partnerHint = ({ partner, partnerOrigin, issuer }: Reading): string => {
  if (partnerOrigin === 'NEW' || !partner) return `novo, será cadastrado ao salvar · ${formatTaxId(issuer.taxId)}`;
  if (!partner.active) return 'inativo, será reativado ao salvar';
  return partnerOrigin === 'TAX_ID'
    ? 'encontrado pelo CNPJ'
    : `outro estabelecimento: a nota é do ${formatTaxId(issuer.taxId)}`;
};

const categoryHint = ({ memory }: Reading): string | undefined => {
  if (memory === 0) return undefined;
  return memory === 1 ? 'como na última despesa dele' : `como nas últimas ${memory} despesas dele`;
};

/** The form as the nota and the supplier's last expenses have it; installments sum to its value. */
const formOf = (reading: Reading, today: string, building: Option | null): TransactionForm => {
  const { document, emissionDate, competenceDate, apportionments, installments } = reading;
  const empty = emptyForm(today, building);
  // The apportionment is of the whole nota; its installments are what is left when the retentions are kept back.
  const grossValue = document.value;
  return {
    ...empty,
    ...{ documentNumber: reading.documentNumber, description: reading.description ?? '', grossValue, emissionDate },
    competenceDate: competenceDate === emissionDate ? '' : competenceDate,
    partner: partnerOf(reading),
    category: optionOf(reading.category),
    expectedWallet: reading.expectedWallet && {
      id: reading.expectedWallet.id,
      label: reading.expectedWallet.identifier,
    },
    preferredPaymentMethod: reading.preferredPaymentMethod ?? '',
    installments: installments.map((one, index) =>
      forecastOf({ key: `p${index + 1}`, forecast: true, dueDate: one.dueDate, grossValue: one.grossValue }),
    ),
    retentions: reading.retentions.map(givenRetention),
    apportionments: sharesOf(apportionments, building, grossValue),
  };
};

/** As the supplier's last expense was shared, unless another obra is chosen than any of those. */
const sharesOf = (
  remembered: Reading['apportionments'],
  building: Option | null,
  grossValue: string,
): TransactionForm['apportionments'] => {
  const other = building !== null && remembered.every((one) => one.building?.id !== building.id);
  if (remembered.length > 0 && !other)
    return remembered.map((one, index) => ({
      ...{ key: `r${index + 1}`, building: optionOf(one.building), stage: optionOf(one.stage) },
      grossValue: one.grossValue,
      isCustomerCharged: one.isCustomerCharged,
    }));
  return building ? [{ key: 'r1', building, stage: null, grossValue, isCustomerCharged: false }] : [];
};

const FROM_FILE = ['partner', 'documentNumber', 'grossValue', 'emissionDate'] as const;

/** "3 duplicatas da nota" */
const installmentsNote = ({ installments, installmentsOrigin }: Reading): string | null => {
  if (installmentsOrigin === 'INVOICE') return counted(installments.length, 'duplicata da nota', 'duplicatas da nota');
  return installmentsOrigin === 'SUPPLIER' ? 'condições do último lançamento dele' : null;
};

/** What a new expense begins with. */
export const givenNota = (
  reading: Reading,
  { today, building }: { today: string; building: Option | null },
): Omit<GivenNota, 'linkOf'> & { installmentsNote: string | null } => {
  const category = categoryHint(reading);
  return {
    key: `nota.${reading.document.id}`,
    form: formOf(reading, today, building),
    fromFile: [
      ...FROM_FILE,
      ...(reading.description == null ? [] : (['description'] as const)),
      ...(reading.competenceDate === reading.emissionDate ? [] : (['competenceDate'] as const)),
    ],
    hints: { partner: partnerHint(reading), ...(category !== undefined && { category }) },
    installmentsNote: installmentsNote(reading),
  };
};

/** The nota in the input of the expense, with the products that were chosen. */
export const linkOf =
  ({ document }: Reading, chosen: ChosenProducts): GivenNota['linkOf'] =>
  ({ partner }) => ({
    id: document.id,
    createPartner: partner?.id === NEW_PARTNER,
    items: [...chosen].flatMap(([number, product]) => (product ? [{ number, productId: product.id }] : [])),
  });
