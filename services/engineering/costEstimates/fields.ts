import { toDecimal } from '#domain/decimal.ts';
import { readQuantity } from '#domain/engineering/estimate/formula.ts';
import { decimal4 } from '#domain/money.ts';
import { normalizeSpaces } from '#domain/text.ts';
import type { DetailBody } from '#schema/engineering/costEstimates/costEstimates.rest.ts';
import { blankAsNull } from '../../platform/text.ts';
import { priceProblem, readItems, retake, setItems } from './compositions.ts';
import type { Editing } from './editing.ts';
import type { Row } from './rows.ts';

/** Characters of the name of a stage. */
const STAGE_NAME = 200;

/** A new row of the kind that the call says; undefined where it says none. */
export const newRow = ({ type, productId, taskId }: DetailBody, id: number): Row | undefined => {
  if (type === undefined && productId == null && taskId == null) return undefined;
  return {
    id,
    group: type === 'GROUP',
    parentId: null,
    position: 0,
    description: null,
    unit: null,
    unitPrice: null,
    quantity: null,
    formula: null,
    memo: null,
    bdiId: null,
    resourceId: null,
    code: null,
    amendment: null,
    amendmentId: null,
  };
};

const oneLine = (text: string | null | undefined): string | null | undefined => {
  const given = blankAsNull(text);
  return typeof given === 'string' ? normalizeSpaces(given) : given;
};

type Step = (edit: Editing, row: Row, draft: DetailBody, index: number) => void;

/** Fields that stages do not have. */
const OF_LINES = [
  'unit',
  'quantity',
  'formula',
  'memo',
  'bdiId',
  'unitPrice',
  'productId',
  'taskId',
  'items',
  'fromRegister',
] as const;

const editStage: Step = (edit, row, draft, index) => {
  for (const field of OF_LINES) {
    if (draft[field] != null) edit.fault(index, field, 'Etapas não têm este campo.');
  }
  if (draft.type !== undefined && draft.type !== 'GROUP') edit.fault(index, 'type', 'Uma etapa continua etapa.');
  const name = oneLine(draft.description);
  if (name !== undefined) row.description = name;
  if (row.description === null) edit.fault(index, 'description', 'Informe a descrição.');
  else if (row.description.length > STAGE_NAME) edit.fault(index, 'description', `Use até ${STAGE_NAME} caracteres.`);
};

/** Takes what the row names from the register, or leaves the row as it is made. */
const editResource: Step = (edit, row, draft, index) => {
  const { taking } = edit.context;
  if (draft.productId != null && draft.taskId != null) {
    edit.fault(index, 'taskId', 'Indique um insumo ou uma composição.');
    return;
  }
  const field = draft.productId != null ? 'productId' : 'taskId';
  const id = draft.productId ?? draft.taskId;
  if (id == null) return;
  const taken = field === 'productId' ? taking.product(id) : taking.task(id);
  if (taken === undefined) {
    edit.fault(index, field, field === 'productId' ? 'Insumo não encontrado.' : 'Composição não encontrada.');
    return;
  }
  if (row.resourceId !== taken)
    Object.assign(row, { resourceId: taken, description: null, unit: null, unitPrice: null });
};

const editType: Step = (edit, row, { type }, index) => {
  if (type === undefined) return;
  const resource = row.resourceId === null ? undefined : edit.contents.resources.get(row.resourceId);
  if (type === 'GROUP') {
    edit.fault(index, 'type', 'Só uma linha nova pode ser etapa.');
  } else if (!resource) {
    if (type === 'PRODUCT') edit.fault(index, 'productId', 'Escolha um insumo.');
    if (type === 'COMPOSED_TASK') edit.fault(index, 'taskId', 'Escolha uma composição.');
  } else if ((type === 'PRODUCT') !== (resource.type === 'PRODUCT')) {
    edit.fault(index, 'type', 'O tipo não é o do insumo ou da composição desta linha.');
  }
};

const editTexts: Step = (edit, row, draft, index) => {
  const resource = row.resourceId === null ? undefined : edit.contents.resources.get(row.resourceId);
  const description = oneLine(draft.description);
  if (description !== undefined) row.description = description === resource?.description ? null : description;
  const memo = blankAsNull(draft.memo);
  if (memo !== undefined) row.memo = memo;
  const unit = oneLine(draft.unit);
  if (resource) {
    if (unit != null && unit !== resource.unit)
      edit.fault(index, 'unit', `A unidade é a do cadastro: ${resource.unit}.`);
    return;
  }
  if (unit !== undefined) row.unit = unit;
  if (row.description === null) edit.fault(index, 'description', 'Informe a descrição.');
};

const TOO_LARGE = 'A quantidade passa do maior valor aceito.';

const editQuantity: Step = (edit, row, { quantity, formula }, index) => {
  const text = blankAsNull(formula);
  if (typeof text === 'string') {
    const read = readQuantity(text);
    if (!read) edit.fault(index, 'formula', 'Não entendi esta fórmula. Use números, + − * / e parênteses.');
    else if (quantity != null && !toDecimal(read.quantity).equals(decimal4(quantity))) {
      edit.fault(index, 'quantity', 'A quantidade não é o valor da fórmula.');
    } else Object.assign(row, { quantity: read.quantity, formula: read.formula });
    return;
  }
  if (text === null) row.formula = null;
  if (quantity === undefined) return;
  row.formula = null;
  row.quantity = quantity === null ? null : decimal4(quantity);
  if (row.quantity !== null && toDecimal(row.quantity).gte('1e13')) edit.fault(index, 'quantity', TOO_LARGE);
};

const editPrice: Step = (edit, row, { unitPrice }, index) => {
  if (unitPrice === undefined) return;
  const price = unitPrice === null ? null : decimal4(unitPrice);
  const resource = row.resourceId === null ? undefined : edit.contents.resources.get(row.resourceId);
  const problem = priceProblem(resource, price);
  if (problem !== undefined) edit.fault(index, 'unitPrice', problem);
  else if (!resource) row.unitPrice = price;
  else if (resource.items.length === 0) {
    edit.prices.push({ path: `${index}.unitPrice`, resourceId: resource.id, price });
  }
};

const TWICE = 'Outra linha deste envio já muda esta composição.';

/** Lines of its composition, or those of the register again; one row says it for all rows of the resource. */
const editComposition: Step = (edit, row, { items, fromRegister }, index) => {
  if (!items && !fromRegister) return;
  const field = items ? 'items' : 'fromRegister';
  const { register, taking } = edit.context;
  const { resources } = edit.contents;
  const resource = row.resourceId === null ? undefined : resources.get(row.resourceId);
  if (!resource || (items && resource.type === 'PRODUCT')) edit.fault(index, field, 'Esta linha não é uma composição.');
  else if (items && fromRegister) edit.fault(index, field, 'Mude os itens, ou volte ao cadastro.');
  else if (edit.composed.has(resource.id)) edit.fault(index, field, TWICE);
  else {
    edit.composed.add(resource.id);
    if (!items) {
      const refused = retake(resource, register, taking);
      if (refused !== undefined) edit.fault(index, field, refused);
      return;
    }
    const read = readItems(items, { resource, resources, taking }, `${index}.items`);
    edit.problems.push(...read.problems);
    edit.prices.push(...read.prices);
    if (read.problems.length === 0) setItems(resource, read.items);
  }
};

const editBdi: Step = (edit, row, { bdiId }, index) => {
  if (bdiId === undefined) return;
  if (bdiId !== null && !edit.context.bdiIds.has(bdiId))
    edit.fault(index, 'bdiId', 'BDI não encontrado neste orçamento.');
  else row.bdiId = bdiId;
};

const LINE_STEPS = [editType, editComposition, editTexts, editQuantity, editPrice, editBdi];

/** Gives a row what a row of the call says of it; what is wrong is told at its field. */
export const editFields: Step = (edit, row, draft, index) => {
  if (row.group) {
    editStage(edit, row, draft, index);
    return;
  }
  const known = edit.problems.length;
  editResource(edit, row, draft, index);
  // What follows depends on what the row is made of.
  if (edit.problems.length === known) for (const step of LINE_STEPS) step(edit, row, draft, index);
};
