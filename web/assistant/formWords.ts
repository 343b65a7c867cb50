import type { AssistantFormKind } from '#web/generated/assistant.ts';
import {
  BuildingIcon,
  CostEstimateIcon,
  CustomerIcon,
  ExpenseIcon,
  IncomeIcon,
  OrderIcon,
  QuoteIcon,
  SupplierIcon,
  TransferIcon,
  UsersIcon,
} from '#web/ui/icons.ts';

export const FORM_ICONS: Record<AssistantFormKind, typeof ExpenseIcon> = {
  EXPENSE: ExpenseIcon,
  INCOME: IncomeIcon,
  TRANSFER: TransferIcon,
  ORDER: OrderIcon,
  QUOTE: QuoteIcon,
  SUPPLIER: SupplierIcon,
  CUSTOMER: CustomerIcon,
  BUILDING: BuildingIcon,
  COST_ESTIMATE: CostEstimateIcon,
  USER: UsersIcon,
};

/** What is missing, by the name of its field. */
const MISSING: Readonly<Record<string, string>> = {
  partner: 'o cadastro',
  value: 'o valor',
  dueDate: 'a data',
  category: 'a categoria',
  building: 'a obra',
  installments: 'o número de parcelas',
  description: 'a descrição',
  name: 'o nome',
  login: 'o e-mail',
  source: 'a carteira de origem',
  target: 'a carteira de destino',
  product: 'o insumo',
};

/** "falta a obra", "faltam 2 dados"; null while nothing is missing. */
export const missingText = (fields: readonly { name: string; label: string }[]): string | null => {
  const [first] = fields;
  if (!first) return null;
  if (fields.length > 1) return `faltam ${fields.length} dados`;
  return `falta ${MISSING[first.name] ?? first.label.toLowerCase()}`;
};

/** Fields that name a row: what is typed of one is no row yet, and its form searches for it. */
export const isReference = (name: string): boolean =>
  ['partner', 'category', 'building', 'source', 'target', 'product'].includes(name);
