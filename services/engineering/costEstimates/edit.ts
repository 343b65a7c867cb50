import { MAX_LEVELS, MAX_ROWS } from '#domain/engineering/estimate/outline.ts';
import type { DetailBody } from '#schema/engineering/costEstimates/costEstimates.rest.ts';
import type { FieldError } from '../../platform/errors.ts';
import type { EditContext, Editing, RemovedStage, TypedPrice } from './editing.ts';
import { editFields, newRow } from './fields.ts';
import { arrange } from './positions.ts';
import { childrenOf, type Contents, type Row } from './rows.ts';

const LINE_MISSING = 'Linha não encontrada neste orçamento.';
const STAGE_MISSING = 'Etapa não encontrada neste orçamento.';

/** Applies the rows of a call to the rows of an estimate, in memory. */
export class Edit implements Editing {
  readonly problems: FieldError[] = [];
  readonly rows: (Row | undefined)[] = [];
  readonly created: { key: string | null; id: number }[] = [];
  readonly stages: RemovedStage[] = [];
  readonly prices: TypedPrice[] = [];
  readonly composed = new Set<number>();
  readonly #keys = new Map<string, Row>();

  constructor(
    readonly contents: Contents,
    readonly body: readonly DetailBody[],
    readonly context: EditContext,
  ) {
    this.#find();
    this.#placeInStages();
    body.forEach((draft, index) => {
      const row = this.rows[index];
      if (!row || draft.removed) return;
      for (const field of ['documentsTo', 'documentsWithoutStage'] as const) {
        if (draft[field]) this.fault(index, field, 'Só uma etapa removida leva seus documentos para outra.');
      }
      editFields(this, row, draft, index);
    });
    arrange(contents.rows, body, this.rows);
    this.#remove();
    this.#checkTree();
  }

  fault(index: number, field: string, message: string): void {
    this.problems.push({ path: `${index}.${field}`, message });
  }

  /** Finds the rows that the call names, and makes the new ones. */
  #find(): void {
    const ids = [...this.context.ids];
    const named = new Set<number>();
    this.body.forEach((draft, index) => {
      if (draft.costEstimateId !== undefined && draft.costEstimateId !== this.context.estimateId) {
        this.fault(index, 'costEstimateId', 'Esta linha é de outro orçamento.');
      }
      if (draft.id == null) {
        this.rows.push(this.#make(draft, index, ids.shift() ?? 0));
        return;
      }
      const row = this.contents.rows.get(draft.id);
      if (!row) this.fault(index, 'id', LINE_MISSING);
      if (named.has(draft.id)) this.fault(index, 'id', 'Esta linha já está em outra posição deste envio.');
      named.add(draft.id);
      this.rows.push(row);
    });
  }

  #make(draft: DetailBody, index: number, id: number): Row | undefined {
    if (draft.removed) this.fault(index, 'id', LINE_MISSING);
    const row = newRow(draft, id);
    if (!row) {
      this.fault(index, 'type', 'Informe o tipo da linha.');
      return undefined;
    }
    const key = draft.key ?? null;
    if (key !== null && this.#keys.has(key)) this.fault(index, 'key', 'Cada linha nova tem uma chave só dela.');
    if (key !== null) this.#keys.set(key, row);
    row.position = this.#last(index);
    this.contents.rows.set(id, row);
    this.created.push({ key, id });
    return row;
  }

  #placeInStages(): void {
    this.body.forEach((draft, index) => {
      const row = this.rows[index];
      if (!row || draft.removed) return;
      if (draft.parentKey != null) this.#moveInto(row, this.#keys.get(draft.parentKey), index, 'parentKey');
      else if (draft.parentId === null) this.#setStage(row, null, index);
      else if (draft.parentId !== undefined) {
        this.#moveInto(row, this.contents.rows.get(draft.parentId), index, 'parentId');
      }
    });
  }

  #moveInto(row: Row, stage: Row | undefined, index: number, field: 'parentId' | 'parentKey'): void {
    if (stage?.group) this.#setStage(row, stage.id, index);
    else this.fault(index, field, STAGE_MISSING);
  }

  /** A row that comes to a stage without naming its place stands last, in the order of the call. */
  #setStage(row: Row, parentId: number | null, index: number): void {
    if (row.parentId === parentId) return;
    row.parentId = parentId;
    row.position = this.#last(index);
  }

  #last(index: number): number {
    return Number.MAX_SAFE_INTEGER - this.body.length + index;
  }

  /** Takes removed rows out, with everything that is below them once all moves are made. */
  #remove(): void {
    const { rows } = this.contents;
    const children = childrenOf(rows.values());
    const go = (row: Row, index: number): void => {
      if (!rows.delete(row.id) || !row.group) return;
      const { documentsTo = null, documentsWithoutStage = false } = this.body[index] ?? {};
      this.stages.push({ id: row.id, index, documentsTo, documentsWithoutStage });
    };
    const named = this.body.flatMap((draft, index) => {
      const row = this.rows[index];
      return row && draft.removed ? [{ row, index }] : [];
    });
    // The rows that the call names first, so that each stage follows what was said of itself.
    for (const { row, index } of named) go(row, index);
    const goBelow = (row: Row, index: number): void => {
      for (const child of children.get(row.id) ?? []) {
        if (!rows.has(child.id)) continue;
        go(child, index);
        goBelow(child, index);
      }
    };
    for (const { row, index } of named) goBelow(row, index);
    for (const { index, documentsTo } of this.stages) {
      if (documentsTo !== null && !rows.get(documentsTo)?.group) this.fault(index, 'documentsTo', STAGE_MISSING);
    }
  }

  /** Circles, levels and number of rows, each at a row of the call that causes it. */
  #checkTree(): void {
    const { rows } = this.contents;
    const levels = levelsOf(rows);
    const moved = this.body.flatMap(({ parentId, parentKey }, index) => {
      const row = this.rows[index];
      return row && rows.has(row.id) && (parentId !== undefined || parentKey != null) ? [{ row, index }] : [];
    });
    for (const { row, index } of moved) {
      if (!levels.has(row.id)) this.fault(index, 'parentId', 'Uma etapa não pode ficar dentro dela mesma.');
    }
    const tooDeep = [...levels.values()].some((level) => level >= MAX_LEVELS);
    const [first] = moved.filter(({ row }) => (levels.get(row.id) ?? 0) >= MAX_LEVELS).concat(moved);
    if (tooDeep && first) this.fault(first.index, 'parentId', `O orçamento tem no máximo ${MAX_LEVELS} níveis.`);
    if (rows.size > MAX_ROWS) this.fault(this.body.length - 1, 'type', 'O orçamento tem no máximo 20.000 linhas.');
  }
}

/** Level of each row that is reached from the top. */
const levelsOf = (rows: Contents['rows']): Map<number, number> => {
  const children = childrenOf(rows.values());
  const levels = new Map<number, number>();
  const walk = (parentId: number | null, level: number): void => {
    for (const row of children.get(parentId) ?? []) {
      levels.set(row.id, level);
      walk(row.id, level + 1);
    }
  };
  walk(null, 0);
  return levels;
};
