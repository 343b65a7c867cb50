import { formatDate } from '#domain/dates.ts';
import { formatCurrency } from '#domain/money.ts';
import type { Candidate } from '#domain/assistant/names.ts';
import type { AnswerField, AnswerForm } from '#schema/assistant/answer.ts';
import type { Answer, Asking } from '../asking.ts';
import { answer, say, strong } from '../words.ts';

const field = (
  name: string,
  label: string,
  value: string | null,
  shown: string | null,
  rest: Partial<AnswerField> = {},
): AnswerField => ({
  ...{ name, label, value, shown, note: null, options: [] },
  ...rest,
});

const named = (
  name: string,
  label: string,
  row: Candidate | undefined,
  options: AnswerField['options'] = [],
): AnswerField => field(name, label, row?.id ?? null, row?.name ?? null, { options: row ? [] : options });

/** Options of a missing field, as many as a list shows at once. */
const MOST_OPTIONS = 20;

const buildingOptions = ({ session, companyId }: Asking): AnswerField['options'] =>
  Object.entries(session.companies[companyId]?.buildings ?? {})
    .slice(0, MOST_OPTIONS)
    .map(([value, { name }]) => ({ value, shown: name.slice(0, 300) }));

const formOf = (kind: AnswerForm['kind'], title: string, fields: AnswerField[]): AnswerForm => ({
  kind,
  title,
  fields,
});

const started = (form: AnswerForm, missing: string | null) =>
  answer(
    'start',
    missing === null
      ? say`Preparei ${strong(form.title.toLowerCase())}. Confira e salve no formulário.`
      : say`Preparei ${strong(form.title.toLowerCase())}. Falta ${missing}.`,
    { form },
  );

const refused = (what: string) => answer('start', say`Você não tem permissão para ${what} nesta empresa.`);

const holds = ({ session, companyId }: Asking, permission: 'DEBIT' | 'CREDIT' | 'PURCHASE' | 'ENGINEERING'): boolean =>
  session.admin || Object.values(session.permissions[companyId] ?? {}).some((held) => held.includes(permission));

/** Begins an expense or an income. Nothing is saved before the form's own "Salvar". */
export const startDocument: Answer = async (request, asking) => {
  const { slots, names } = request;
  const side = slots.side ?? 'DEBIT';
  if (!holds(asking, side)) return refused(side === 'DEBIT' ? 'lançar despesas' : 'lançar receitas');
  const due = slots.periods?.[0]?.future;
  const single = due && due.from === due.to ? due.from : null;
  const fields = [
    named('partner', side === 'DEBIT' ? 'Fornecedor' : 'Cliente', names.partner),
    field('value', 'Valor', slots.amount ?? null, slots.amount === undefined ? null : formatCurrency(slots.amount)),
    field('dueDate', 'Vencimento', single, single && formatDate(single), {
      note:
        single !== null && due !== undefined && due.label !== formatDate(single)
          ? (due.label.split(',')[0] ?? null)
          : null,
    }),
    ...(names.category ? [named('category', 'Categoria', names.category)] : []),
    named('building', 'Obra', names.building, buildingOptions(asking)),
    ...(slots.times !== undefined && slots.times > 1
      ? [field('installments', 'Parcelas', String(slots.times), `${slots.times} parcelas`)]
      : []),
    ...(slots.document === undefined ? [] : [field('documentNumber', 'Documento', slots.document, slots.document)]),
    ...(request.text === '' ? [] : [field('description', 'Descrição', request.text, request.text)]),
  ];
  const missing = slots.amount === undefined ? 'o valor' : !names.building ? 'a obra' : null;
  return started(
    formOf(side === 'DEBIT' ? 'EXPENSE' : 'INCOME', side === 'DEBIT' ? 'Nova despesa' : 'Nova receita', fields),
    missing,
  );
};

export const startTransfer: Answer = async (request, asking) => {
  if (!holds(asking, 'DEBIT') || !holds(asking, 'CREDIT')) return refused('transferir entre carteiras');
  const [source, target] = request.more;
  const { amount, periods } = request.slots;
  const day = periods?.[0]?.past;
  const date = day && day.from === day.to ? day.from : asking.today;
  return started(
    formOf('TRANSFER', 'Nova transferência', [
      field('value', 'Valor', amount ?? null, amount === undefined ? null : formatCurrency(amount)),
      named('source', 'De', source),
      named('target', 'Para', target),
      field('date', 'Dia', date, formatDate(date)),
    ]),
    amount === undefined ? 'o valor' : !source ? 'a carteira de origem' : !target ? 'a carteira de destino' : null,
  );
};

export const startPurchase: Answer = async (request, asking) => {
  if (!holds(asking, 'PURCHASE')) return refused('fazer compras');
  const { names } = request;
  const order = request.topic === 'ORDER';
  return started(
    formOf(order ? 'ORDER' : 'QUOTE', order ? 'Novo pedido' : 'Nova cotação', [
      ...(order || names.partner ? [named('partner', 'Fornecedor', names.partner)] : []),
      named('building', 'Obra', names.building, buildingOptions(asking)),
      ...(names.product ? [named('product', 'Insumo', names.product)] : []),
    ]),
    names.building ? null : 'a obra',
  );
};

const REGISTERS = {
  SUPPLIER: { title: 'Novo fornecedor', what: 'cadastrar fornecedores' },
  CUSTOMER: { title: 'Novo cliente', what: 'cadastrar clientes' },
  BUILDING: { title: 'Nova obra', what: 'cadastrar obras' },
  USER: { title: 'Novo usuário', what: 'convidar usuários' },
} as const;

const mayRegister = (kind: keyof typeof REGISTERS, asking: Asking): boolean => {
  if (kind === 'USER') return asking.session.admin;
  if (kind === 'BUILDING') return holds(asking, 'ENGINEERING');
  return (['DEBIT', 'CREDIT', 'PURCHASE', 'ENGINEERING'] as const).some((one) => holds(asking, one));
};

const isRegister = (topic: string): topic is keyof typeof REGISTERS => topic in REGISTERS;

export const startRegister: Answer = async (request, asking) => {
  const kind = request.topic ?? '';
  if (!isRegister(kind)) return answer('start', say`Não sei cadastrar isso.`);
  const { title, what } = REGISTERS[kind];
  if (!mayRegister(kind, asking)) return refused(what);
  const name = request.text.slice(0, 150);
  return started(
    formOf(kind, title, [field('name', 'Nome', name === '' ? null : name, name === '' ? null : name)]),
    name === '' ? 'o nome' : null,
  );
};

export const startEstimate: Answer = async (request, asking) => {
  if (!holds(asking, 'ENGINEERING')) return refused('fazer orçamentos');
  const { building } = request.names;
  return started(
    formOf('COST_ESTIMATE', 'Novo orçamento', [named('building', 'Obra', building, buildingOptions(asking))]),
    building ? null : 'a obra',
  );
};
