import type { Part } from '#domain/imports/parts.ts';
import type { Line } from '../../platform/register/import/lines.ts';

/** A row of an import of bills; `existing` is the expense or income that has it already. */
export type BillLine = Line<{ id: number }>;

const idOf = (value: unknown): number | null => (value as { id: number } | undefined)?.id ?? null;
const textOf = (value: unknown): string | null => (value as string | undefined) ?? null;

export const buildingOf = ({ values }: BillLine): number | null => idOf(values['building']);
export const stageOf = ({ values }: BillLine): number | null => idOf(values['costEstimateGroup']);
export const partnerOf = ({ values }: BillLine): number | null => idOf(values['partner']);
export const categoryOf = ({ values }: BillLine): number | null => idOf(values['category']);
export const walletOf = ({ values }: BillLine): number | null => idOf(values['expectedBank']);
export const partOf = ({ values }: BillLine): Part | undefined => values['installment'] as Part | undefined;
export const dueDateOf = ({ values }: BillLine): string | null => textOf(values['dueDate']);
export const grossValueOf = ({ values }: BillLine): string | null => textOf(values['grossValue']);
export const descriptionOf = ({ values }: BillLine): string | null => textOf(values['description']);
export const emissionOf = ({ values }: BillLine): string | null => textOf(values['emissionDate']);
export const competenceOf = ({ values }: BillLine): string | null => textOf(values['competenceDate']);
export const methodOf = ({ values }: BillLine): string | null => textOf(values['preferredPaymentMethod']);
export const paymentCodeOf = ({ values }: BillLine): string | null => textOf(values['paymentCode']);

/** The number of the document, with its type before it: "NF 16.174". */
export const numberOf = ({ values }: BillLine): string | null => {
  const parts = [textOf(values['documentType']), textOf(values['documentNumber'])].filter((part) => part !== null);
  return parts.length === 0 ? null : parts.join(' ');
};

/** Whether it says as much of its partner as another line: the same one, or the same one to be made, or none. */
export const partnerKeyOf = (line: BillLine): string => {
  const made = line.unmade.get('partner')?.[0];
  const taxId = textOf(line.values['partnerTaxId']);
  return String(partnerOf(line) ?? (made === undefined ? '' : `new ${taxId ?? made.toLowerCase()}`));
};
