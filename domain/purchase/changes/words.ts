import { PAYMENT_METHOD_LABELS, isPaymentMethod } from '../../paymentMethods.ts';
import { formatDate, formatMoment } from '../../dates.ts';
import { counted, formatCurrency, formatExact, formatQuantity, formatUnitPrice } from '../../numberFormat.ts';

export const PURCHASE_ACTIONS = [
  ...(['CREATED', 'CHANGED', 'APPROVED', 'REJECTED'] as const),
  ...(['SENT', 'REMINDED', 'LINK_MADE', 'LINKS_REVOKED', 'OPENED'] as const),
  ...(['CONFIRMED', 'DATE_PROPOSED', 'DATE_DECIDED'] as const),
  ...(['ANSWERED', 'DECLINED', 'RESUMED', 'AWARDED', 'ORDERED', 'CLOSED', 'REOPENED'] as const),
  ...(['RECEIVED', 'INVOICE_RECEIVED', 'RECEIPT_UNDONE', 'RETURNED', 'RETURN_UNDONE'] as const),
  ...(['FILE_ADDED', 'FILE_REMOVED'] as const),
] as const;
export type PurchaseAction = (typeof PURCHASE_ACTIONS)[number];

export type PurchaseDocument = 'order' | 'quote';

export interface ChangedPart {
  part: 'DOCUMENT' | 'LINE' | 'INSTALLMENT' | 'SUPPLIER';
  change: 'ADDED' | 'CHANGED' | 'REMOVED';
  name: string | null;
  number: number | null;
  fields: readonly { field: string; before: string | null; after: string | null }[];
}

/** A change of an order or a quote, and who made it. */
export interface PurchaseChange {
  user: { name: string } | null;
  program: string | null;
  action: PurchaseAction;
  parts: readonly ChangedPart[];
  /** Parts that are not told one by one. */
  moreParts: number;
  /** It is of an obra that the reader may not see. */
  hidden: boolean;
}

type Format = (value: string) => string;
const text: Format = (value) => value;
const yesNo: Format = (value) => (value === 'true' ? 'sim' : 'não');
const percent: Format = (value) => `${formatExact(value)}%`;
const method: Format = (value) => (isPaymentMethod(value) ? PAYMENT_METHOD_LABELS[value] : value);
const DECISIONS: Readonly<Record<string, string>> = {
  ACCEPT: 'data aceita',
  KEEP: 'data do pedido mantida',
  UNDO: 'resposta desfeita',
};

/** Words and format of each field. */
const FIELDS: Readonly<Record<string, readonly [label: string, format: Format]>> = {
  document: ['número', text],
  title: ['título', text],
  building: ['obra', text],
  supplier: ['fornecedor', text],
  category: ['categoria', text],
  buyer: ['comprador', text],
  createdDate: ['data do pedido', formatDate],
  deliveryDate: ['entrega', formatDate],
  deliveryPlace: ['local de entrega', text],
  deadline: ['prazo para responder', (value) => formatMoment(new Date(value))],
  monthlyRate: ['juros ao mês', percent],
  paymentMethod: ['forma de pagamento', method],
  shippingRate: ['frete', formatCurrency],
  discount: ['desconto', formatCurrency],
  ipi: ['IPI', percent],
  ipiValue: ['IPI em valor', formatCurrency],
  notes: ['observações', text],
  message: ['mensagem', text],
  email: ['e-mail', text],
  phone: ['telefone', text],
  reason: ['motivo', text],
  justification: ['justificativa', text],
  note: ['observação', text],
  decision: ['resposta', (value) => DECISIONS[value] ?? value],
  orders: ['pedidos', text],
  documentNumber: ['nota', text],
  receivedDate: ['recebimento', formatDate],
  returnDate: ['devolução', formatDate],
  proposedDate: ['data proposta', formatDate],
  value: ['valor', formatCurrency],
  accessKey: ['chave da nota', text],
  attachment: ['arquivo', text],
  product: ['insumo', text],
  description: ['descrição', text],
  quantity: ['quantidade', formatQuantity],
  price: ['preço', (value) => `R$ ${formatUnitPrice(value)}`],
  unit: ['unidade', text],
  brand: ['marca', text],
  stage: ['etapa', text],
  canceled: ['cancelado', yesNo],
  closed: ['encerrado', yesNo],
  dueDate: ['vencimento', formatDate],
  grossValue: ['valor', formatCurrency],
};

const NOUNS: Record<PurchaseDocument, string> = { order: 'o pedido', quote: 'a cotação' };

/** What its author did, after the name: "criou o pedido". */
export const purchaseTitle = (action: PurchaseAction, document: PurchaseDocument): string => {
  const noun = NOUNS[document];
  const titles: Record<PurchaseAction, string> = {
    CREATED: `criou ${noun}`,
    CHANGED: `alterou ${noun}`,
    APPROVED: `aprovou ${noun}`,
    REJECTED: `reprovou ${noun}`,
    SENT: `enviou ${noun}`,
    REMINDED: 'cobrou resposta',
    LINK_MADE: 'criou um link para o fornecedor',
    LINKS_REVOKED: 'cancelou os links do fornecedor',
    OPENED: `abriu ${noun}`,
    CONFIRMED: `confirmou ${noun}`,
    DATE_PROPOSED: 'propôs outra data de entrega',
    DATE_DECIDED: 'respondeu à data proposta',
    ANSWERED: `respondeu ${document === 'order' ? 'ao pedido' : 'à cotação'}`,
    DECLINED: 'recusou participar',
    RESUMED: 'voltou a participar',
    AWARDED: 'escolheu fornecedores',
    ORDERED: 'gerou pedidos',
    CLOSED: `encerrou ${noun}`,
    REOPENED: `reabriu ${noun}`,
    RECEIVED: 'registrou um recebimento',
    INVOICE_RECEIVED: 'recebeu pela nota fiscal eletrônica',
    RECEIPT_UNDONE: 'desfez um recebimento',
    RETURNED: 'registrou uma devolução',
    RETURN_UNDONE: 'desfez uma devolução',
    FILE_ADDED: 'anexou um arquivo',
    FILE_REMOVED: 'excluiu um anexo',
  };
  return titles[action];
};

/** What suppliers do by their links, without a user. */
const OF_SUPPLIERS: readonly PurchaseAction[] = [
  ...([
    'OPENED',
    'CONFIRMED',
    'DATE_PROPOSED',
    'ANSWERED',
    'DECLINED',
    'RESUMED',
    'FILE_ADDED',
    'FILE_REMOVED',
  ] as const),
];

/** "Ana Souza"; of a program also which one; of a supplier its name, where the change tells it. */
export const purchaseAuthor = ({ user, program, action, parts }: PurchaseChange): string => {
  if (user !== null) return program === null ? user.name : `${user.name} (pelo programa ${program})`;
  if (!OF_SUPPLIERS.includes(action)) return 'Prumo';
  return parts.find(({ part }) => part === 'SUPPLIER')?.name ?? 'O fornecedor';
};

type Side = 'before' | 'after';
const upper = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);
const labelOf = (field: string): string => FIELDS[field]?.[0] ?? field;
const valueOf = (field: string, value: string | null): string =>
  value === null || value === '' ? 'vazio' : (FIELDS[field]?.[1] ?? text)(value);

/** "Cimento CP II", "Parcela 2"; empty for the document itself. */
const whichOf = ({ part, name, number }: ChangedPart): string => {
  if (part === 'INSTALLMENT') return `Parcela ${number ?? ''}`.trim();
  if (part === 'LINE') return name ?? 'Um item';
  return part === 'SUPPLIER' ? (name ?? 'Um fornecedor') : '';
};

const DONE = {
  INSTALLMENT: ['incluída', 'excluída'],
  LINE: ['incluído', 'excluído'],
  SUPPLIER: ['incluído', 'excluído'],
};
/** Actions that are about parts and neither add nor remove them. */
const COMING: readonly PurchaseAction[] = ['CHANGED'];

const changesOf = ({ fields }: ChangedPart): string[] =>
  fields.map(
    ({ field, before, after }) => `${labelOf(field)} de ${valueOf(field, before)} para ${valueOf(field, after)}`,
  );

const valuesOf = ({ fields }: ChangedPart, side: Side): string[] =>
  fields.flatMap(({ field, [side]: value }) =>
    value === null || value === '' ? [] : [`${labelOf(field)} ${valueOf(field, value)}`],
  );

const linesOf = (part: ChangedPart, action: PurchaseAction): string[] => {
  const which = whichOf(part);
  const side: Side = part.change === 'REMOVED' ? 'before' : 'after';
  if (part.part === 'DOCUMENT') {
    if (part.change === 'CHANGED') return changesOf(part).map(upper);
    return part.fields.flatMap(({ field, [side]: value }) =>
      value === null || value === '' ? [] : [`${upper(labelOf(field))}: ${valueOf(field, value)}`],
    );
  }
  if (part.change === 'CHANGED') return [`${which}: ${changesOf(part).join('; ')}`];
  const done = COMING.includes(action) ? ` ${DONE[part.part][part.change === 'ADDED' ? 0 : 1] ?? ''}` : '';
  const values = valuesOf(part, side);
  return [`${which}${done}${values.length === 0 ? '' : `: ${values.join(', ')}`}`];
};

/** A change in sentences, each with before and after: "Cimento CP II: quantidade de 10 para 12". */
export const purchaseLines = ({ action, parts, moreParts, hidden, user }: PurchaseChange): string[] => {
  // Its name is the author's.
  const told = user === null && OF_SUPPLIERS.includes(action) ? parts.filter(({ part }) => part !== 'SUPPLIER') : parts;
  return [
    ...told.flatMap((part) => linesOf(part, action)),
    ...(moreParts > 0 ? [`E mais ${counted(moreParts, 'mudança')}.`] : []),
    ...(hidden ? ['O que mudou é de uma obra que você não pode ver.'] : []),
  ];
};

/** A change with its author and its sentences, as a history shows it. */
export const toldPurchase = <Change extends PurchaseChange & { id: string; at: string }>(
  change: Change,
  document: PurchaseDocument,
) => ({
  ...{ id: change.id, at: change.at, author: purchaseAuthor(change) },
  ...{ title: purchaseTitle(change.action, document), lines: purchaseLines(change) },
});
