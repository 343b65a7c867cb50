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

/** Fields that are feminine in Portuguese, by the first word of their label. */
const FEMININE = /^(obra|categoria|descrição|carteira|conta|origem|data|empresa|quantidade|etapa)$/;

/** "falta a obra", "falta o valor", "faltam 2 dados"; null while nothing is missing. */
export const missingText = (labels: readonly string[]): string | null => {
  const [first] = labels;
  if (first === undefined) return null;
  if (labels.length > 1) return `faltam ${labels.length} dados`;
  const label = first.toLowerCase();
  return `falta ${FEMININE.test(label.split(' ')[0] ?? '') ? 'a' : 'o'} ${label}`;
};
