import { formatPhone } from '../masks.ts';
import { isPositive } from '../money.ts';
import { formatTaxId } from '../taxId.ts';
import type { ListColumn } from './column.ts';

export type PartnerType = 'SUPPLIER' | 'CUSTOMER';

type Sent = string | null | undefined;

/** What the columns read of a supplier or customer; `balance` is null for who may not see the documents. */
export interface PartnerRow {
  name: string;
  taxId?: Sent;
  phone?: Sent;
  city?: Sent;
  state?: Sent;
  active: boolean;
  balance?: { openValue?: Sent; overdueValue?: Sent; nextDueDate?: Sent } | null | undefined;
}

export const PARTNER_LIST_TITLES: Readonly<Record<PartnerType, string>> = {
  SUPPLIER: 'Fornecedores',
  CUSTOMER: 'Clientes',
};

/** What is open: to pay to a supplier, to receive from a customer. */
export const OPEN_LABELS: Readonly<Record<PartnerType, string>> = { SUPPLIER: 'A pagar', CUSTOMER: 'A receber' };

/** "Campinas – SP" (§3: name plus state acronym). */
export const cityLabel = ({ city, state }: { city: string; state: string }): string =>
  city && state ? `${city} – ${state}` : city;

export const cityText = ({ city, state }: Pick<PartnerRow, 'city' | 'state'>): string =>
  cityLabel({ city: city ?? '', state: state ?? '' });

export const isOverdue = ({ balance }: Pick<PartnerRow, 'balance'>): boolean =>
  isPositive(balance?.overdueValue ?? '0');

export const partnerColumns: readonly ListColumn<PartnerRow>[] = [
  { id: 'name', title: 'Nome', value: ({ name }) => name },
  { id: 'taxId', title: 'CPF/CNPJ', value: ({ taxId }) => formatTaxId(taxId) },
  { id: 'phone', title: 'Telefone', value: ({ phone }) => formatPhone(phone) },
  { id: 'city', title: 'Cidade', value: cityText },
  { id: 'active', title: 'Situação', value: ({ active }) => (active ? 'Ativo' : 'Inativo') },
];

/** Columns for who may see the documents. */
export const partnerFigures = (type: PartnerType): readonly ListColumn<PartnerRow>[] => [
  { id: 'nextDueDate', title: 'Próx. vencimento', kind: 'date', value: ({ balance }) => balance?.nextDueDate },
  {
    ...{ id: 'overdueValue', title: 'Vencido (R$)', kind: 'money' },
    value: (row) => (isOverdue(row) ? row.balance?.overdueValue : null),
  },
  { id: 'openValue', title: `${OPEN_LABELS[type]} (R$)`, kind: 'money', value: ({ balance }) => balance?.openValue },
];
