import { toDecimal } from '#domain/decimal.ts';
import { circleInWords, MAX_DEPTH, quantity4 } from '#domain/engineering/composition.ts';
import { decimal4 } from '#domain/money.ts';
import type { TaskItemBody } from '#schema/engineering/costEstimates/costEstimates.rest.ts';
import type { FieldError } from '../../platform/errors.ts';
import type { TypedPrice } from './editing.ts';
import type { Contents, Item, Resource } from './rows.ts';
import type { Register, Taking } from './take.ts';

type Resources = Contents['resources'];

export const RESOURCE_MISSING = 'Insumo ou composição não encontrado neste orçamento.';

/** Lines of a composition as a call wants them; what is wrong is told at the fields of `items`. */
export interface ReadItems {
  items: Item[];
  prices: TypedPrice[];
  problems: FieldError[];
}

interface Composition {
  resource: Resource;
  resources: Resources;
  taking: Taking;
}

const NAMES = ['resourceId', 'productId', 'taskId'] as const;

const targetOf = (draft: TaskItemBody, { resources, taking }: Composition): number | undefined => {
  if (draft.productId != null) return taking.product(draft.productId);
  if (draft.taskId != null) return taking.task(draft.taskId);
  return resources.has(draft.resourceId ?? 0) ? (draft.resourceId ?? undefined) : undefined;
};

/** A quantity that is not typed anew keeps all places of what was taken. */
const quantityOf = (typed: string, stored: string | undefined): string =>
  stored !== undefined && toDecimal(stored).equals(toDecimal(typed)) ? stored : toDecimal(quantity4(typed)).toFixed();

/** What is wrong with a price that was typed for a resource; undefined where nothing is. */
export const priceProblem = (resource: Resource | undefined, price: string | null): string | undefined => {
  if (price !== null && toDecimal(price).isZero()) return 'Informe um preço maior que zero, ou deixe sem preço.';
  if (!resource || resource.items.length === 0 || price === resource.unitPrice) return undefined;
  return 'O preço de uma composição é a soma dos seus itens. Altere os itens.';
};

const readLines = (body: readonly TaskItemBody[], composition: Composition, path: string): ReadItems => {
  const read: ReadItems = { items: [], prices: [], problems: [] };
  const { resource, resources, taking } = composition;
  const known = new Map(resource.items.map((item) => [item.id, item]));
  body.forEach((draft, index) => {
    const at = `${path}.${index}`;
    const fault = (field: string, message: string) => read.problems.push({ path: `${at}.${field}`, message });
    const named = NAMES.filter((name) => draft[name] != null);
    const [field = 'resourceId'] = named;
    if (named.length !== 1) {
      fault('resourceId', 'Indique um insumo ou uma composição.');
      return;
    }
    const target = targetOf(draft, composition);
    if (target === undefined) fault(field, RESOURCE_MISSING);
    const stored = draft.id == null ? undefined : known.get(draft.id);
    // Each key once: a repeated one is another line's.
    if (draft.id != null && !known.delete(draft.id)) fault('id', 'Item não encontrado nesta composição.');
    const quantity = quantityOf(draft.quantity, stored?.quantity);
    if (toDecimal(quantity).isZero() && stored === undefined) {
      fault('quantity', 'Informe um coeficiente maior que zero.');
    }
    if (target === undefined) return;
    read.items.push(stored ? { ...stored, resourceId: target, quantity } : taking.item(target, quantity));
    if (draft.unitPrice === undefined) return;
    const price = draft.unitPrice === null ? null : decimal4(draft.unitPrice);
    const problem = priceProblem(resources.get(target), price);
    if (problem !== undefined) fault('unitPrice', problem);
    else read.prices.push({ path: `${at}.unitPrice`, resourceId: target, price });
  });
  return read;
};

/** Way of names from a composition down to another one; undefined where there is none. */
const wayTo = (resources: Resources, from: number, to: number): string[] | undefined => {
  const seen = new Set<number>();
  const visit = (id: number): string[] | undefined => {
    const resource = resources.get(id);
    if (!resource || seen.has(id)) return undefined;
    seen.add(id);
    if (id === to) return [resource.description];
    for (const { resourceId } of resource.items) {
      const way = visit(resourceId);
      if (way) return [resource.description, ...way];
    }
    return undefined;
  };
  return visit(from);
};

/** Compositions within each other, the composition itself counted. */
const heightOf = (resources: Resources, id: number, level = 0): number => {
  const resource = resources.get(id);
  if (!resource || resource.type === 'PRODUCT') return 0;
  if (level > MAX_DEPTH) return 1;
  return 1 + Math.max(0, ...resource.items.map(({ resourceId }) => heightOf(resources, resourceId, level + 1)));
};

const nestingProblems = ({ resource, resources }: Composition, items: readonly Item[], path: string): FieldError[] =>
  items.flatMap(({ resourceId }, index) => {
    const at = `${path}.${index}.resourceId`;
    const way = wayTo(resources, resourceId, resource.id);
    if (way) return [{ path: at, message: `Faria um círculo: ${circleInWords([resource.description, ...way])}.` }];
    const levels = 1 + heightOf(resources, resourceId);
    return levels > MAX_DEPTH
      ? [{ path: at, message: `A composição ficaria com ${levels} níveis; o máximo é ${MAX_DEPTH}.` }]
      : [];
  });

/** Reads the lines of a composition into the resources of an estimate, in memory; `path` names the list in the body. */
export const readItems = (body: readonly TaskItemBody[], composition: Composition, path = 'items'): ReadItems => {
  const read = readLines(body, composition, path);
  if (read.problems.length > 0) return read;
  return { ...read, problems: nestingProblems(composition, read.items, path) };
};

/** Gives a composition other lines in this estimate alone. */
export const setItems = (resource: Resource, items: readonly Item[]): void => {
  resource.items = items;
  resource.linesChanged = true;
  resource.type = 'COMPOSED_TASK';
};

/**
 * Gives an input or composition what the register says now: text, unit, price and lines. Returns why it cannot;
 * undefined where it is done.
 */
export const retake = (resource: Resource, register: Register, taking: Taking): string | undefined => {
  const { productId, taskId } = resource;
  const taken = productId === null ? register.tasks.get(taskId ?? 0) : register.products.get(productId);
  if (!taken) return 'O cadastro não tem este insumo: a base de custos de onde ele veio não o traz.';
  const { unitPrice, unit, ...rest } = taken;
  if (resource.productFactor === null) Object.assign(resource, { ...rest, unit, unitPrice, linesChanged: false });
  else {
    // The text stays that of the product that was merged; its price is that of the survivor in its own unit.
    const price = unitPrice === null ? null : decimal4(toDecimal(unitPrice).div(resource.productFactor));
    Object.assign(resource, { unitPrice: price, sourcePrice: price, takenOn: null });
  }
  if (taskId !== null) taking.retakeLines(resource, taskId);
  return undefined;
};
