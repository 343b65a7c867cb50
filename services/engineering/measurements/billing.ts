import { fromCents, toCents, type Money } from '#domain/money.ts';
import { shareCents } from '#domain/shares.ts';
import type { MeasurementRow } from '#schema/engineering/measurements/measurements.rest.ts';
import { ruleBroken } from '../../platform/errors.ts';
import type { Trx, Work } from '../../platform/db/unitOfWork.ts';
import { expense, income, type Kind } from '../../financial/transactions/kinds.ts';
import { readerOf as documentReader, type Reader as DocumentReader } from '../../financial/transactions/reader.ts';
import { makeTransaction, removeTransaction } from '../../financial/transactions/save.ts';
import type { Reader } from '../costEstimates/read.ts';
import type { HeldContract } from './hold.ts';
import { figuresOf } from './sheet.ts';

const PARTNER_MISSING: Record<HeldContract['kind'], string> = {
  CUSTOMER: 'O orçamento não tem cliente. Informe o cliente do orçamento antes.',
  CONTRACTOR: 'Este lado não tem fornecedor.',
};

/** A part of a document: a stage at the top, or null for lines outside of stages. */
export interface Part {
  stageId: number | null;
  weight: bigint;
}

/** What the rows at the top have of a value, as weights; nothing below zero. */
export const partsOf = (rows: readonly MeasurementRow[], of: 'period' | 'accumulated'): Part[] => {
  const figures = figuresOf(rows);
  const parts = new Map<number | null, bigint>();
  for (const [index, { id, level, group }] of rows.entries()) {
    if (level > 0) continue;
    const { periodValue, accumulatedValue } = figures.sumsAt(index);
    const cents = toCents(of === 'period' ? periodValue : accumulatedValue);
    const stageId = group ? id : null;
    if (cents > 0n) parts.set(stageId, (parts.get(stageId) ?? 0n) + cents);
  }
  return [...parts].map(([stageId, weight]) => ({ stageId, weight }));
};

const MAX_PARTS = 100;

/** Apportionment by stage whose values sum to the document; stages whose share would be nothing are left out. */
const apportioned = (buildingId: number, value: Money, parts: readonly Part[]) => {
  const whole = { building: { id: buildingId }, grossValue: value };
  if (parts.length === 0 || parts.length > MAX_PARTS) return [whole];
  const shares = shareCents(
    toCents(value),
    parts.map(({ weight }) => weight),
  );
  return parts.flatMap(({ stageId }, index) => {
    const share = shares[index] ?? 0n;
    if (share === 0n) return [];
    return [
      {
        building: { id: buildingId },
        ...(stageId !== null && { costEstimateGroup: { id: stageId } }),
        grossValue: fromCents(share),
      },
    ];
  });
};

const kindOf = ({ kind }: HeldContract): Kind => (kind === 'CUSTOMER' ? income : expense);

/**
 * The reader that the document is made for: who has ENGINEERING on the building makes it by closing a measurement, also
 * without the permission to write such documents by hand.
 */
const readerFor = ({ session, clock }: Reader, contract: HeldContract): DocumentReader =>
  documentReader({ ...session, admin: true }, contract.companyId, kindOf(contract), clock.today(session.timeZone));

export interface Bill {
  value: Money;
  dueDate: string;
  /** Day to whose month the value belongs. */
  competenceDate: string;
  documentNumber: string;
  description: string;
  parts: readonly Part[];
}

/** Makes the one forecast document of a measurement or a release. @throws ServiceError 422 without a partner */
export const makeDocument = async (
  trx: Trx,
  work: Work,
  reader: Reader,
  contract: HeldContract,
  bill: Bill,
): Promise<number> => {
  if (contract.partnerId === null) {
    const message = PARTNER_MISSING[contract.kind];
    throw ruleBroken(message, [{ path: 'partner', message }]);
  }
  const { id } = await makeTransaction(trx, work, readerFor(reader, contract), {
    documentNumber: bill.documentNumber.slice(0, 60),
    description: bill.description.slice(0, 500),
    forecast: true,
    grossValue: bill.value,
    emissionDate: reader.clock.today(reader.session.timeZone),
    competenceDate: bill.competenceDate,
    dueDate: bill.dueDate,
    installmentCount: 1,
    partner: { id: contract.partnerId },
    ...(contract.categoryId !== null && { category: { id: contract.categoryId } }),
    transactionRecordBuildings: apportioned(contract.buildingId, bill.value, bill.parts),
  });
  return id;
};

/** Deletes a document that was made. @throws ServiceError 422 once any of it is paid */
export const removeDocument = async (
  trx: Trx,
  work: Work,
  reader: Reader,
  contract: HeldContract,
  id: number,
): Promise<void> => {
  await removeTransaction(trx, work, readerFor(reader, contract), { id });
};
