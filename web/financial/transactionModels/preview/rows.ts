import { formatDate } from '#domain/dates.ts';
import { sum, type Money } from '#domain/money.ts';
import type { TransactionModelPreviewQuery } from '#web/generated/financial.ts';

export type Preview = NonNullable<TransactionModelPreviewQuery['preview']>;
export type Occurrence = Preview['content'][number];

/** What a person has said about a document: its value ('' is none), and whether it is made. */
export interface Said {
  value?: Money | '';
  ticked?: boolean;
}

export type AllSaid = ReadonlyMap<string, Said>;

/** A document of the preview with what was said about it. */
export interface Row {
  key: string;
  occurrence: Occurrence;
  value: Money | '';
  ticked: boolean;
  /** Why it cannot be ticked; null where it can. */
  locked: string | null;
  /** Its value is typed here. */
  typed: boolean;
}

export const keyOf = ({ model, period }: Occurrence): string => `${model.id} ${period}`;

const lockOf = (occurrence: Occurrence, value: Money | ''): string | null => {
  if (occurrence.existing?.made === true) return 'já existe';
  if (!occurrence.canCreate) return 'Há obras neste modelo em que você não tem permissão';
  return value === '' ? 'falta o valor' : null;
};

export const rowOf = (occurrence: Occurrence, said: Said = {}): Row => {
  const value = said.value ?? occurrence.value ?? '';
  const locked = lockOf(occurrence, value);
  const byDefault = occurrence.existing == null;
  return {
    key: keyOf(occurrence),
    occurrence,
    value,
    ticked: locked === null && (said.ticked ?? byDefault),
    locked,
    typed: occurrence.valueRule !== 'FIXED' && occurrence.existing == null && occurrence.canCreate,
  };
};

/** What stands under the name of a document, without the link to what exists. */
export const noteOf = ({ occurrence, locked }: Row): string => {
  const { existing, moved, valueSource, buildingCount, partner, documentNumber, canCreate } = occurrence;
  if (existing) return `já existe, lançada em ${formatDate(existing.createdOn)}`;
  if (!canCreate && locked !== null) return locked;
  const facts = [moved, valueSource, buildingCount > 1 ? `rateio em ${buildingCount} obras` : null].filter(Boolean);
  const plain = facts.length > 0 ? facts : [partner?.name].filter(Boolean);
  const number = documentNumber == null && facts.length === 0 ? ['número quando a nota chegar'] : [];
  return [...plain, ...number].join(' · ');
};

export interface Sums {
  count: number;
  value: Money;
}

/** Count and sum of the documents that would be made, by type. */
export const sumsOf = (rows: readonly Row[], type: Occurrence['model']['type']): Sums => {
  const made = rows.filter(({ ticked, occurrence }) => ticked && occurrence.model.type === type);
  return { count: made.length, value: sum(made.flatMap(({ value }) => (value === '' ? [] : [value]))) };
};
