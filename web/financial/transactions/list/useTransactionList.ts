import { UNCLASSIFIED } from '#domain/financial/financialStatement/lines.ts';
import { DUE_DATE_FILTER, type ListQuery } from '#domain/listQuery.ts';
import { hasShares } from '#domain/lists/transactions.ts';
import { isPaymentMethod, PAYMENT_METHOD_LABELS, type PaymentMethod } from '#domain/paymentMethods.ts';
import { isStatementLine, statementLineLabel } from '#domain/statementLines.ts';
import { buildingOf, buildingSpec } from '#web/list/buildingFilter.ts';
import {
  filterDates,
  filterText,
  flagOf,
  isId,
  sentOf,
  specs,
  type FilterSpec,
  type FilterSpecs,
} from '#web/list/listFilters.ts';
import { usePlace } from '#web/session/sessionContext.ts';
import { useIsPhone } from '#web/ui/index.ts';
import { useListPage } from '#web/list/useListPage.ts';
import { listPageOf } from './matching.ts';
import { TransactionsDocument, type TransactionFilter, type TransactionType } from '#web/generated/financial.ts';
import { words } from '../words.ts';

const statuses = ['OPEN', 'PARTIAL', 'PAID', 'OVERDUE'] as const;

/** Filter keys of the address for transactions and installments, by the names of §3. */
const filtersOf = (type: TransactionType, statuses: readonly string[]): FilterSpecs => ({
  [DUE_DATE_FILTER]: { label: 'Vencimento', reads: () => false },
  status: specs.view(...statuses),
  search: specs.search,
  category: specs.choice('Categoria'),
  partner: specs.choice(words[type].partner),
  // -1 means rows of no building (§9).
  building: { ...buildingSpec, reads: (text) => text === '-1' || buildingSpec.reads(text) },
  bank: specs.choice('Carteira'),
  costEstimateGroup: specs.row('Etapa'),
  documentNumber: specs.text('Documento'),
  description: specs.text('Descrição'),
  emissionDate: specs.day('Emissão'),
  competenceDate: specs.day('Competência'),
  ...specs.days(['emissionFrom', 'Emissão desde'], ['emissionTo', 'Emissão até']),
  ...specs.days(['competenceFrom', 'Competência desde'], ['competenceTo', 'Competência até']),
  ...specs.days(['paidFrom', words[type].paidFrom], ['paidTo', words[type].paidTo]),
  withoutCategory: specs.flag('Sem categoria'),
  statementLine: {
    label: 'Linha do demonstrativo',
    reads: (text) => text === UNCLASSIFIED || isStatementLine(text),
    shows: (text) => statementLineLabel(isStatementLine(text) ? text : null),
  },
  value: specs.amount('Valor líquido'),
  ...specs.amounts(['valueFrom', 'Valor a partir de'], ['valueTo', 'Valor até']),
  grossValue: specs.amount('Valor bruto'),
  forecast: specs.flag('Em aberto'),
  preferredPaymentMethod: methodSpec('Forma prevista'),
  method: methodSpec(words[type].method),
  hasAttachment: {
    ...specs.flag('Anexo'),
    shows: (text) => (text === 'true' ? 'com anexo' : 'sem anexo'),
  },
  [WITHIN_STAGE]: { label: 'Etapa', reads: (text) => text === '-1' || isId(text) },
});

/** Filter by a stage with everything in it; -1 means shares without a stage. Figures of reports link to it. */
export const WITHIN_STAGE = 'withinStage';

/** Days of payments: expenses then show what was paid in them. The income statement by payment links to it. */
const PAID = ['paidFrom', 'paidTo'] as const;

const plain = [
  ...(['documentNumber', 'description', 'value', 'valueFrom', 'valueTo', 'grossValue'] as const),
  ...(['emissionDate', 'emissionFrom', 'emissionTo', 'statementLine'] as const),
  ...(['competenceDate', 'competenceFrom', 'competenceTo'] as const),
  ...PAID,
] as const;

/** Returns a filter by payment method. */
export const methodSpec = (label: string): FilterSpec => ({
  label,
  reads: isPaymentMethod,
  shows: (text) => (isPaymentMethod(text) ? PAYMENT_METHOD_LABELS[text] : text),
});
export const methodOf = (query: ListQuery, key: string): PaymentMethod | undefined => {
  const text = filterText(query, key);
  return isPaymentMethod(text) ? text : undefined;
};

/** Default order: overdue first, then by due date, settled last. */
const OPEN_FIRST = [{ id: 'settled' }, { id: 'dueDate' }];

const withinStageOf = (query: ListQuery): Pick<TransactionFilter, 'withinStageId'> => {
  const stage = filterText(query, WITHIN_STAGE);
  if (stage === '-1') return { withinStageId: null };
  return isId(stage) ? { withinStageId: stage } : {};
};

/** Returns the filter that lists of transactions and of installments share. */
const commonFilterOf = (
  query: ListQuery,
  filters: FilterSpecs,
  buildingId: string | null,
): Omit<TransactionFilter, 'status'> => {
  const due = filterDates(query, DUE_DATE_FILTER);
  const text = (id: string) => filterText(query, id);
  const [category, partner, bank, named] = [text('category'), text('partner'), text('bank'), text('building')];
  const stage = text('costEstimateGroup');
  const building = buildingOf(query, buildingId);
  return {
    ...(due ? { dueDate: { start: due.start ?? '1900-01-01', end: due.end ?? '9999-12-31' } } : {}),
    ...(isId(category) ? { categoryId: category } : {}),
    ...(isId(partner) ? { partnerId: partner } : {}),
    ...(isId(bank) ? { walletId: bank } : {}),
    ...(isId(stage) ? { stageId: stage } : {}),
    ...withinStageOf(query),
    // In GraphQL null means transactions of no building; the address writes -1 (§9).
    ...(named === '-1' ? { buildingId: null } : building ? { buildingId: building } : {}),
    ...sentOf(query, filters, plain),
    forecast: flagOf(query, 'forecast'),
    withoutCategory: flagOf(query, 'withoutCategory'),
    preferredPaymentMethod: methodOf(query, 'preferredPaymentMethod'),
    method: methodOf(query, 'method'),
    hasAttachment: flagOf(query, 'hasAttachment'),
    search: text('search') ?? null,
  };
};

/** Returns the list options that transactions and installments share; `statuses` are the views of the list. */
export const useLedgerOptions = <Status extends string>(type: TransactionType, statuses: readonly Status[]) => {
  const { companyId, buildingId } = usePlace();
  const filters = filtersOf(type, statuses);
  return {
    filters,
    defaultSort: OPEN_FIRST,
    variables: (query: ListQuery) => {
      const status = statuses.find((one) => one === filterText(query, 'status'));
      return {
        companyId,
        type,
        filter: { ...commonFilterOf(query, filters, buildingId), ...(status ? { status } : {}) },
      };
    },
    skip: companyId === '',
  } as const;
};

/** Whether the list shows what a figure of a report was summed from, which counts gross values. */
export const isOfReport = (query: ListQuery): boolean =>
  [WITHIN_STAGE, 'competenceFrom', 'competenceTo', ...PAID].some((key) => filterText(query, key) !== undefined);

/** Returns the page of transactions that the address requests. */
export const useTransactionList = (type: TransactionType) => {
  const { variables, ...ledger } = useLedgerOptions(type, statuses);
  // Cards stand under their days.
  const withDays = useIsPhone();
  const list = useListPage({
    document: TransactionsDocument,
    pageOf: (data) => data.transactions && listPageOf(data.transactions),
    sortable: ['settled', 'dueDate', 'emissionDate', 'value', 'documentNumber', 'description', 'partner', 'status'],
    ...ledger,
    variables: (query) => ({ ...variables(query), withDays }),
    exported: (query) => ({ list: 'Transactions', variables: variables(query) }),
  });
  const { buildingId } = usePlace();
  const building = buildingOf(list.query, buildingId);
  return {
    ...list,
    hasShares: hasShares(variables(list.query).filter),
    /** The building whose shares without a stage are listed; null in any other list. */
    unclassifiedIn: filterText(list.query, WITHIN_STAGE) === '-1' ? building : null,
  };
};
