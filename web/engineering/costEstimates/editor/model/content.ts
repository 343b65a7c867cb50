import type { BdiParts } from '#domain/engineering/estimate/bdi.ts';
import type { CostEstimateBdiInput, CostEstimateHeaderFragment } from '#web/generated/engineering.ts';
import { isRecord, isText } from '#web/client/storage.ts';
import type { DocumentMoves } from './documents.ts';
import { deltaOf, type RowChange } from './delta.ts';
import type { EstimateRow, Rows } from './rows.ts';
import { applyEdits } from './apply.ts';
import { composedOf, type Composed } from './composition.ts';

export interface Bdi {
  /** Its id; of a new one, a key of the editor. */
  id: string;
  stored: boolean;
  name: string;
  percentage: string;
  parts: BdiParts | null;
}

/** What the editor edits: rows, and what of the header their figures come from. */
export interface Content {
  rows: Rows;
  bdis: readonly Bdi[];
  defaultBdiId: string | null;
  discount: string;
  /** Where documents of removed stages go. */
  moves: DocumentMoves;
}

type Header = Pick<CostEstimateHeaderFragment, 'bdis' | 'defaultBdiId' | 'discount'>;

export const contentOf = (header: Header, rows: Rows): Content => ({
  ...{ rows, defaultBdiId: header.defaultBdiId ?? null, discount: header.discount, moves: {} },
  bdis: header.bdis.map(({ id, name, percentage, parts }) => ({
    id,
    stored: true,
    name,
    percentage,
    parts: parts ?? null,
  })),
});

/** The BDIs as a save sends them. */
export const bdiInputs = (bdis: readonly Bdi[]): CostEstimateBdiInput[] =>
  bdis.map(({ id, stored, name, percentage, parts }) => ({
    ...(stored ? { id } : {}),
    ...{ name, percentage: parts ? null : percentage, parts },
  }));

export const isHeaderChanged = (now: Content, saved: Content): boolean =>
  now.bdis !== saved.bdis || now.defaultBdiId !== saved.defaultBdiId;

export const isChanged = (now: Content, saved: Content): boolean =>
  now.rows !== saved.rows || isHeaderChanged(now, saved) || now.discount !== saved.discount;

/** Rows with the ids of BDIs that a save has made. */
export const withBdiIds = (rows: Rows, before: readonly Bdi[], stored: readonly { id: string }[]): Rows => {
  const ids = new Map(before.flatMap((bdi, index) => (bdi.stored ? [] : [[bdi.id, stored[index]?.id ?? null]])));
  if (ids.size === 0) return rows;
  return rows.map((row) =>
    row.bdiId !== null && ids.has(row.bdiId) ? { ...row, bdiId: ids.get(row.bdiId) ?? null } : row,
  );
};

/** What was edited, as this browser keeps it until it is saved. */
export interface EstimateDraft {
  /** Version of the estimate that was edited. */
  version: number;
  changes: readonly RowChange[];
  /** New rows as the editor shows them. */
  made: Rows;
  /** Changed compositions as the editor shows them. */
  composed?: readonly Composed[];
  /** BDIs and discount, where they have changed. */
  header: Pick<Content, 'bdis' | 'defaultBdiId'> | null;
  discount: string | null;
}

export const draftOf = (now: Content, saved: Content, version: number): EstimateDraft => ({
  version,
  changes: deltaOf(saved.rows, now.rows, undefined, now.moves),
  made: now.rows.filter(({ id }) => id === null),
  composed: composedOf(now.rows),
  header: isHeaderChanged(now, saved) ? { bdis: now.bdis, defaultBdiId: now.defaultBdiId } : null,
  discount: now.discount === saved.discount ? null : now.discount,
});

const isRow = (value: unknown): value is EstimateRow =>
  isRecord(value) && isText(value.key) && isText(value.description) && typeof value.level === 'number';

const isComposed = (value: unknown): value is Composed =>
  isRecord(value) && isText(value.resourceId) && Array.isArray(value.lines) && value.lines.every(isRecord);

export const isDraft = (value: unknown): value is EstimateDraft =>
  isRecord(value) &&
  typeof value.version === 'number' &&
  Array.isArray(value.changes) &&
  value.changes.every(isRecord) &&
  Array.isArray(value.made) &&
  value.made.every(isRow) &&
  (value.composed === undefined || (Array.isArray(value.composed) && value.composed.every(isComposed))) &&
  (value.header === null || (isRecord(value.header) && Array.isArray(value.header.bdis))) &&
  (value.discount === null || isText(value.discount));

/** Puts a draft on top of what is stored now. */
export const withDraft = (saved: Content, draft: EstimateDraft): Content => ({
  rows: applyEdits(saved.rows, draft),
  ...(draft.header ?? { bdis: saved.bdis, defaultBdiId: saved.defaultBdiId }),
  discount: draft.discount ?? saved.discount,
  moves: Object.fromEntries(
    draft.changes.flatMap(({ id, documentsTo, documentsWithoutStage }) =>
      id !== undefined && (documentsTo !== undefined || documentsWithoutStage) ? [[id, documentsTo ?? null]] : [],
    ),
  ),
});
