import { counted, formatCurrency } from '../../numberFormat.ts';
import type { TransactionType } from '../../transactions.ts';
import { changedValue } from './values.ts';

export const CHANGE_ACTIONS = [
  'CREATED',
  'CHANGED',
  'PAID',
  'PAYMENT_UNDONE',
  'PAYMENT_CODE',
  'RECONCILED',
  'RECONCILIATION_UNDONE',
  'FILE_ADDED',
  'FILE_REMOVED',
  'NOTA_LINKED',
  'DELETED',
  'RESTORED',
] as const;
export type ChangeAction = (typeof CHANGE_ACTIONS)[number];

export interface ChangedField {
  field: string;
  before: string | null;
  after: string | null;
}

/** What changed of a document: itself, an installment by its number, a share by building and stage, a retention by its tax. */
export interface ChangedPart {
  part: 'DOCUMENT' | 'INSTALLMENT' | 'SHARE' | 'RETENTION';
  change: 'ADDED' | 'CHANGED' | 'REMOVED';
  number: number | null;
  building: string | null;
  stage: string | null;
  tax: string | null;
  fields: readonly ChangedField[];
}

export interface DocumentChange {
  action: ChangeAction;
  parts: readonly ChangedPart[];
  /** Parts that are not told one by one. */
  moreParts: number;
  /** Something of it is of buildings that the reader may not see. */
  hidden: boolean;
}

const FIELDS: Readonly<Record<string, string>> = {
  documentNumber: 'número',
  description: 'descrição',
  partner: 'parceiro',
  category: 'categoria',
  emissionDate: 'emissão',
  competenceDate: 'competência',
  grossValue: 'valor bruto',
  invoiceValue: 'valor da nota',
  expectedWallet: 'carteira prevista',
  preferredPaymentMethod: 'forma prevista',
  dueDate: 'vencimento',
  paidValue: 'valor pago',
  paymentDate: 'data do pagamento',
  wallet: 'carteira',
  paymentMethod: 'forma',
  increase: 'acréscimo',
  discount: 'desconto',
  paymentCode: 'código de pagamento',
  isCustomerCharged: 'cobrado do cliente',
  base: 'base',
  rate: 'alíquota',
  value: 'valor',
  reason: 'motivo',
  attachment: 'arquivo',
  accessKey: 'chave da nota',
};

interface Words {
  document: string;
  payment: string;
  by: string;
  partner: string;
  day: string;
}
const WORDS: Record<TransactionType, Words> = {
  DEBIT: {
    ...{ document: 'a despesa', payment: 'pagamento', by: 'pela carteira' },
    ...{ partner: 'fornecedor', day: 'data do pagamento' },
  },
  CREDIT: {
    ...{ document: 'a receita', payment: 'recebimento', by: 'na carteira' },
    ...{ partner: 'cliente', day: 'data do recebimento' },
  },
};

const upper = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const textOf = (field: string, value: string | null): string =>
  value === null || value === '' ? 'vazio' : changedValue(field, value);

/** What its author did, after the name: "criou a despesa". */
export const changeTitle = (action: ChangeAction, type: TransactionType): string => {
  const { document, payment } = WORDS[type];
  const titles: Record<ChangeAction, string> = {
    CREATED: `criou ${document}`,
    CHANGED: `alterou ${document}`,
    PAID: `registrou um ${payment}`,
    PAYMENT_UNDONE: `desfez um ${payment}`,
    PAYMENT_CODE: 'mudou um código de pagamento',
    RECONCILED: `conciliou um ${payment} com o extrato`,
    RECONCILIATION_UNDONE: `desfez a conciliação de um ${payment} com o extrato`,
    FILE_ADDED: 'anexou um arquivo',
    FILE_REMOVED: 'excluiu um anexo',
    NOTA_LINKED: 'vinculou a nota fiscal',
    DELETED: `excluiu ${document}`,
    RESTORED: `restaurou ${document}`,
  };
  return titles[action];
};

const nameOf = (field: string, part: ChangedPart['part'], words: Words): string => {
  if (field === 'partner') return words.partner;
  if (field === 'paymentDate') return words.day;
  return part === 'SHARE' && field === 'grossValue' ? 'valor' : (FIELDS[field] ?? field);
};

/** "Parcela 2", "Rateio em Torre A · Fundações", "Retenção de ISS"; empty for the document itself. */
const whichOf = ({ part, number, building, stage, tax }: ChangedPart): string => {
  if (part === 'INSTALLMENT') return number === null ? 'Uma parcela' : `Parcela ${number}`;
  if (part === 'SHARE') return `Rateio em ${[building, stage].filter((name) => name !== null).join(' · ')}`;
  return part === 'RETENTION' ? `Retenção de ${tax ?? 'imposto'}` : '';
};

type Side = 'before' | 'after';

/** "pagamento de R$ 50,00 em 20/11/2026 pela carteira Itaú (Pix)"; the amount where the change tells it. */
const paymentText = ({ fields }: ChangedPart, side: Side, words: Words): string => {
  const of = (name: string) => fields.find(({ field }) => field === name)?.[side] ?? null;
  const [paid, wallet, method] = [of('paidValue'), of('wallet'), of('paymentMethod')];
  const extras = (['increase', 'discount'] as const).flatMap((name) => {
    const value = of(name);
    return value === null ? [] : [`${FIELDS[name] ?? name} de ${formatCurrency(value)}`];
  });
  return [
    words.payment,
    paid !== null && ` de ${formatCurrency(paid)}`,
    ` em ${textOf('paymentDate', of('paymentDate'))}`,
    wallet !== null && ` ${words.by} ${wallet}`,
    method !== null && ` (${changedValue('paymentMethod', method)})`,
    extras.length > 0 && `, com ${extras.join(' e ')}`,
  ]
    .filter((text) => text !== false)
    .join('');
};

/** "linha de R$ 50,00, de 20/11/2026, do extrato de Itaú" */
const lineText = ({ fields }: ChangedPart, side: Side): string => {
  const of = (name: string) => textOf(name, fields.find(({ field }) => field === name)?.[side] ?? null);
  return `linha de ${of('statementValue')}, de ${of('statementDate')}, do extrato de ${of('statementWallet')}`;
};

const PAYMENT_FIELDS = ['paymentDate', 'wallet', 'paymentMethod', 'increase', 'discount'];

/** A payment that a save has made, and the other fields of the installment. */
const changesOf = (part: ChangedPart, words: Words): string[] => {
  const day = part.fields.find(({ field }) => field === 'paymentDate');
  const side: Side | null =
    day === undefined ? null : day.before === null ? 'after' : day.after === null ? 'before' : null;
  const plain = side === null ? part.fields : part.fields.filter(({ field }) => !PAYMENT_FIELDS.includes(field));
  const payment = side === null ? [] : [`${side === 'before' ? 'desfeito o ' : ''}${paymentText(part, side, words)}`];
  return [
    ...payment,
    ...plain.map(
      ({ field, before, after }) =>
        `${nameOf(field, part.part, words)} de ${textOf(field, before)} para ${textOf(field, after)}`,
    ),
  ];
};

/** "valor bruto R$ 50,00, vencimento 10/12/2026" of what was added or removed. */
const valuesOf = (part: ChangedPart, side: Side, words: Words): string =>
  part.fields
    .flatMap(({ field, [side]: value }) =>
      value === null || value === '' ? [] : [`${nameOf(field, part.part, words)} ${changedValue(field, value)}`],
    )
    .join(', ');

const DONE: Record<ChangedPart['part'], Record<'ADDED' | 'REMOVED', string>> = {
  DOCUMENT: { ADDED: '', REMOVED: '' },
  INSTALLMENT: { ADDED: ' incluída', REMOVED: ' excluída' },
  SHARE: { ADDED: ' incluído', REMOVED: ' excluído' },
  RETENTION: { ADDED: ' incluída', REMOVED: ' excluída' },
};

/** What was done is in the title; which one is all that is left to say. */
const NAMED: readonly ChangeAction[] = ['FILE_ADDED', 'FILE_REMOVED', 'NOTA_LINKED'];

const linesOf = (part: ChangedPart, action: ChangeAction, words: Words): string[] => {
  const which = whichOf(part);
  if (action === 'PAID') return [`${which}: ${paymentText(part, 'after', words)}`];
  if (action === 'PAYMENT_UNDONE') return [`${which}: desfeito o ${paymentText(part, 'before', words)}`];
  if (action === 'RECONCILED') return [`${which}: ${lineText(part, 'after')}`];
  if (action === 'RECONCILIATION_UNDONE') return [`${which}: ${lineText(part, 'before')}`];
  if (NAMED.includes(action))
    return part.fields.map(
      ({ field, before, after }) => `${upper(nameOf(field, part.part, words))}: ${after ?? before ?? ''}`,
    );
  if (part.part === 'DOCUMENT') {
    if (part.change === 'CHANGED') return changesOf(part, words).map(upper);
    const side = part.change === 'ADDED' ? 'after' : 'before';
    return part.fields.flatMap(({ field, [side]: value }) =>
      value === null || value === ''
        ? []
        : [`${upper(nameOf(field, part.part, words))}: ${changedValue(field, value)}`],
    );
  }
  if (part.change === 'CHANGED') return [`${which}: ${changesOf(part, words).join('; ')}`];
  const done = action === 'CREATED' ? '' : DONE[part.part][part.change];
  return [`${which}${done}: ${valuesOf(part, part.change === 'ADDED' ? 'after' : 'before', words)}`];
};

/** A change in sentences, each with before and after: "Parcela 2: vencimento de 10/12/2026 para 15/12/2026". */
export const changeLines = ({ action, parts, moreParts, hidden }: DocumentChange, type: TransactionType): string[] => [
  ...parts.flatMap((part) => linesOf(part, action, WORDS[type])),
  ...(moreParts > 0 ? [`E mais ${counted(moreParts, 'mudança')}.`] : []),
  ...(hidden
    ? [
        parts.length === 0
          ? 'O que mudou é de obras que você não pode ver.'
          : 'Há mais mudanças, de obras que você não pode ver.',
      ]
    : []),
];
