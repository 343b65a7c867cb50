import { isDecimalText } from '#domain/decimal.ts';
import type { Money } from '#domain/money.ts';
import { isRecord, isText } from '#web/client/storage.ts';
import type { KeptDraft } from '#web/form/useDraft.ts';
import { findRoute, type RoutePath } from '#web/session/routes.ts';
import type { Session } from '#web/session/sessionContext.ts';
import { dayOf, timeOf } from '#web/ui/clock.ts';
import type { DayRow } from './model.ts';

interface Kind {
  /** Key of the form's draft, before the id of its row. */
  key: string;
  path: RoutePath;
  fresh: string;
  stored: string;
  /** Its references are of one company, by which the key does not tell drafts apart. */
  ofCompany?: true;
}

const forms = '/home/forms';

/**
 * The forms that keep drafts and open by an address of their own (`?id=`). Those that begin as something else (a nota, a code,
 * an answer of the assistant) live in the history entry that began them, and are not found again by an address.
 */
const KINDS: readonly Kind[] = [
  {
    key: 'transaction.DEBIT',
    path: `${forms}/transactions/outcome`,
    ...{ fresh: 'Nova despesa', stored: 'Despesa', ofCompany: true },
  },
  {
    key: 'transaction.CREDIT',
    path: `${forms}/transactions/income`,
    ...{ fresh: 'Nova receita', stored: 'Receita', ofCompany: true },
  },
  { key: 'order.@', path: `${forms}/purchase/orders-and-receipts`, fresh: 'Novo pedido', stored: 'Pedido' },
  { key: 'quote.@', path: `${forms}/purchase/quotes`, fresh: 'Nova cotação', stored: 'Cotação' },
  { key: 'wallet.@', path: `${forms}/transactions/bank`, fresh: 'Nova carteira', stored: 'Carteira' },
  { key: 'partner.SUPPLIER', path: `${forms}/supplier`, fresh: 'Novo fornecedor', stored: 'Fornecedor' },
  { key: 'partner.CUSTOMER', path: `${forms}/customer`, fresh: 'Novo cliente', stored: 'Cliente' },
  { key: 'building', path: `${forms}/engineering/building`, fresh: 'Nova obra', stored: 'Obra' },
  { key: 'category', path: `${forms}/transactions/category`, fresh: 'Nova categoria', stored: 'Categoria' },
  { key: 'product', path: `${forms}/product`, fresh: 'Novo insumo', stored: 'Insumo' },
  { key: 'task', path: `${forms}/task`, fresh: 'Nova composição', stored: 'Composição' },
  { key: 'brand', path: `${forms}/product-brand`, fresh: 'Nova marca', stored: 'Marca' },
  { key: 'unit', path: `${forms}/product-unit`, fresh: 'Nova unidade', stored: 'Unidade' },
  { key: 'productType', path: `${forms}/product-type`, fresh: 'Novo tipo de insumo', stored: 'Tipo de insumo' },
  {
    key: 'productTable',
    path: `${forms}/product-table`,
    ...{ fresh: 'Nova tabela de insumos', stored: 'Tabela de insumos' },
  },
  { key: 'company', path: `${forms}/settings/company`, fresh: 'Nova empresa', stored: 'Empresa' },
  { key: 'user', path: `${forms}/settings/user`, fresh: 'Novo usuário', stored: 'Usuário' },
];

/** The texts of a form that say which one it is, by their names in the forms above. */
const TEXTS = ['name', 'title', 'identifier', 'documentNumber', 'description'] as const;

const textIn = (form: Record<string, unknown>, key: string): string => {
  const value = form[key];
  return isText(value) ? value.trim() : '';
};

const labelOf = (option: unknown): string => (isRecord(option) && isText(option.label) ? option.label : '');

const formIn = ({ value }: KeptDraft): Record<string, unknown> =>
  isRecord(value) && isRecord(value.form) ? value.form : {};

const amountIn = (form: Record<string, unknown>): Money | null => {
  const amount = form.grossValue;
  return isText(amount) && isDecimalText(amount) ? amount : null;
};

/** Kind and row of a draft, in the company of the place; null for any other. */
const kindOf = ({ key, companyId }: KeptDraft, place: string): { kind: Kind; id: string } | null => {
  const at = key.lastIndexOf('.');
  const [prefix, id] = [key.slice(0, at), key.slice(at + 1)];
  const kind = KINDS.find((one) => one.key.replace('@', place) === prefix);
  if (!kind || !/^(new|[1-9]\d{0,14})$/.test(id)) return null;
  return kind.ofCompany && companyId !== place ? null : { kind, id };
};

/** Returns the drafts that the person may open in the place; each says what it is, whose it is, and since when it waits. */
export const draftRows = (drafts: readonly KeptDraft[], place: string, may: Session['may']): DayRow[] =>
  drafts.flatMap((draft) => {
    const found = kindOf(draft, place);
    const route = found && findRoute(found.kind.path);
    if (!found || !route || !may(route.rule)) return [];
    const { kind, id } = found;
    const form = formIn(draft);
    const title = id === 'new' ? kind.fresh : `${kind.stored} em edição`;
    const name = [labelOf(form.partner ?? form.supplier), ...TEXTS.map((key) => textIn(form, key))].find(Boolean);
    return {
      id: draft.key,
      to: `${kind.path}?id=${id}`,
      date: dayOf(draft.savedAt),
      ...{ late: false, pays: null },
      name: name ?? title,
      about: [name && title, `guardado às ${timeOf(draft.savedAt)}`].filter(Boolean).join(' · '),
      value: amountIn(form),
    };
  });
