import { toDecimal } from '#domain/decimal.ts';
import { decimal4, toTenThousandths } from '#domain/money.ts';
import { normalizeSpaces } from '#domain/text.ts';
import type { AmendmentLineBody } from '#schema/engineering/costEstimates/amendments.rest.ts';
import { Problems } from '../../platform/problems.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import { readRegister, type Register, type Taken } from '../costEstimates/take.ts';
import type { AmendmentLine, AmendmentState } from './state.ts';

const LINE_MISSING = 'Linha não encontrada neste orçamento.';
const STAGE_MISSING = 'Etapa não encontrada neste orçamento.';
const BDI_MISSING = 'BDI não encontrado neste orçamento.';
const NO_CHANGE = 'Informe uma quantidade diferente de zero.';
const ONLY_MORE = 'Um serviço novo tem quantidade maior que zero.';
const ONLY_NEW = 'Só um serviço novo tem este campo.';
const DESCRIPTION = 'Informe a descrição.';
const PRICE = 'Informe um preço maior que zero.';
const PRICE_TOO_LARGE = 'O preço passa do maior valor aceito.';
const ONE_SOURCE = 'Indique um insumo ou uma composição.';

const OF_NEW = [
  ...(['parentId', 'description', 'unit', 'unitPrice', 'bdiId', 'productId', 'taskId', 'sourceCode'] as const),
];

type Tell = (field: string, message: string) => void;

const oneLine = (text: string | null | undefined): string | null => normalizeSpaces(text ?? '') || null;

/** The input or composition that a new line names. */
const takenBy = ({ productId, taskId }: AmendmentLineBody, register: Register, tell: Tell): Taken | undefined => {
  if (productId != null && taskId != null) tell('taskId', ONE_SOURCE);
  const product = productId == null ? undefined : register.products.get(productId);
  const task = taskId == null ? undefined : register.tasks.get(taskId);
  if (productId != null && !product) tell('productId', 'Insumo não encontrado.');
  if (taskId != null && !task) tell('taskId', 'Composição não encontrada.');
  return product ?? task;
};

/** A new line: what it does not say itself comes from the input or composition that it names. */
const newLine = (
  body: AmendmentLineBody,
  { state, register }: { state: AmendmentState; register: Register },
  tell: Tell,
): AmendmentLine => {
  const { parentId = null, bdiId = null } = body;
  const taken = takenBy(body, register, tell);
  const description = oneLine(body.description) ?? taken?.description ?? null;
  const price = body.unitPrice ?? taken?.unitPrice ?? null;
  const unitPrice = price === null ? null : decimal4(price);
  if (parentId !== null && !state.contents.rows.get(parentId)?.group) tell('parentId', STAGE_MISSING);
  if (bdiId !== null && !state.estimate.bdis.some(({ id }) => id === bdiId)) tell('bdiId', BDI_MISSING);
  if (description === null) tell('description', DESCRIPTION);
  if (unitPrice === null || toDecimal(unitPrice).isZero()) tell('unitPrice', PRICE);
  else if (toDecimal(unitPrice).gte('1e13')) tell('unitPrice', PRICE_TOO_LARGE);
  if (toTenThousandths(body.quantity) < 0n) tell('quantity', ONLY_MORE);
  return {
    ...{ lineId: null, added: true, parentId, bdiId, description, unitPrice, quantity: decimal4(body.quantity) },
    unit: oneLine(body.unit) ?? taken?.unit ?? null,
    sourceCode: oneLine(body.sourceCode) ?? taken?.code ?? null,
  };
};

export const NOTHING_NEW = {
  ...{ added: false, parentId: null, sourceCode: null, description: null, unit: null, unitPrice: null, bdiId: null },
} as const;

const changedLine = (body: AmendmentLineBody, lineId: number, state: AmendmentState, tell: Tell): AmendmentLine => {
  const row = state.contents.rows.get(lineId);
  if (!row || row.group) tell('id', LINE_MISSING);
  for (const field of OF_NEW) if (body[field] != null) tell(field, ONLY_NEW);
  return { ...NOTHING_NEW, lineId, quantity: decimal4(body.quantity) };
};

const keysIn = (lines: readonly AmendmentLineBody[], field: 'productId' | 'taskId'): number[] => [
  ...new Set(lines.flatMap((line) => line[field] ?? [])),
];

/** Lines of an amendment as a call writes them. @throws ServiceError 422 at the fields that are wrong */
export const readLines = async (
  trx: Trx,
  accountId: number,
  state: AmendmentState,
  lines: readonly AmendmentLineBody[],
): Promise<AmendmentLine[]> => {
  const register = await readRegister(trx, accountId, {
    products: keysIn(lines, 'productId'),
    tasks: keysIn(lines, 'taskId'),
  });
  const problems = new Problems();
  const read = lines.map((line, index) => {
    const tell: Tell = (field, message) => problems.rule(`lines.${index}.${field}`, message);
    if (toTenThousandths(line.quantity) === 0n) tell('quantity', NO_CHANGE);
    return line.id == null ? newLine(line, { state, register }, tell) : changedLine(line, line.id, state, tell);
  });
  problems.refuse();
  return read;
};
