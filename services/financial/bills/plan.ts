import type { TransactionBody } from '#schema/financial/transactions/bodies.rest.ts';
import { add } from '#domain/money.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import type { FieldError } from '../../platform/errors.ts';
import { refuse } from '../../platform/register/import/lines.ts';
import { planNew, storedProblems, type NewTransaction } from '../transactions/createMany.ts';
import type { Reader } from '../transactions/reader.ts';
import { mayChange } from '../transactions/visibility.ts';
import type { BillDocument } from './documents.ts';
import {
  buildingOf,
  categoryOf,
  competenceOf,
  descriptionOf,
  dueDateOf,
  emissionOf,
  grossValueOf,
  methodOf,
  numberOf,
  partnerOf,
  paymentCodeOf,
  stageOf,
  walletOf,
  type BillLine,
} from './lines.ts';
import { wordsOf } from './words.ts';

/** An expense or income of the import as it will be stored. */
export interface PlannedBill extends NewTransaction {
  document: BillDocument;
}

const MAX_NUMBER = 60;
const TOO_LONG = `Tipo e número têm juntos no máximo ${MAX_NUMBER} caracteres.`;

/** In the place of a cell that cannot be read, so that everything else of its row is checked as well. */
const ANY_VALUE = '1.00';

const reference = (id: number | null) => (id === null ? undefined : { id });

/** What the document says once: in the first of its rows that says it. */
const said = <T>({ lines }: BillDocument, read: (line: BillLine) => T | null): T | null => {
  for (const line of lines) {
    const value = read(line);
    if (value !== null) return value;
  }
  return null;
};

/** The body that the form would send. */
const bodyOf = (document: BillDocument, today: string): TransactionBody => {
  const values = document.lines.map((line) => grossValueOf(line) ?? ANY_VALUE);
  const building = said(document, buildingOf);
  const stage = reference(said(document, stageOf));
  const category = reference(said(document, categoryOf));
  const partner = reference(said(document, partnerOf));
  const wallet = reference(said(document, walletOf));
  return {
    documentNumber: said(document, numberOf),
    description: said(document, descriptionOf),
    emissionDate: said(document, emissionOf) ?? today,
    competenceDate: said(document, competenceOf),
    preferredPaymentMethod: said(document, methodOf),
    grossValue: add(...values),
    ...(category ? { category } : {}),
    ...(partner ? { partner } : {}),
    ...(wallet ? { expectedBank: wallet } : {}),
    transactionRecordList: document.lines.map((line, index) => ({
      ...{ forecast: true, dueDate: dueDateOf(line) ?? today, grossValue: values[index] ?? ANY_VALUE },
      paymentCode: paymentCodeOf(line),
    })),
    ...(building === null
      ? {}
      : {
          transactionRecordBuildings: [
            { building: { id: building }, percentage: '100', ...(stage ? { costEstimateGroup: stage } : {}) },
          ],
        }),
  };
};

/** Puts a problem of a body into the cells that said it. */
const refuseAt = ({ lines }: BillDocument, { path, message }: FieldError): void => {
  const [list = '', index, part] = path.split('.');
  const line = list === 'transactionRecordList' ? lines[Number(index)] : undefined;
  if (line) return refuse(line, part ?? 'grossValue', message);
  const field =
    list === 'transactionRecordBuildings'
      ? part === 'costEstimateGroup'
        ? part
        : 'building'
      : list === 'bank'
        ? 'expectedBank'
        : list;
  for (const one of lines) refuse(one, field, message);
};

const refusePlace = (document: BillDocument, { session, companyId, kind }: Reader): void => {
  const building = said(document, buildingOf);
  if (mayChange(session, companyId, kind, building === null ? [] : [building])) return;
  const { many } = wordsOf(kind);
  const message =
    building === null
      ? `Informe a obra: você não tem permissão de ${many} sem obra.`
      : `Você não tem permissão de ${many} nesta obra.`;
  for (const line of document.lines) refuse(line, 'building', message);
};

/**
 * Plans documents by the rules of a single one, and refuses rows that break them. Documents whose rows have problems are
 * checked as far as they can be read. Two statements.
 */
export const planBills = async (
  trx: Trx,
  reader: Reader,
  documents: readonly BillDocument[],
): Promise<PlannedBill[]> => {
  const bills = documents.flatMap((document): PlannedBill[] => {
    if ((said(document, numberOf)?.length ?? 0) > MAX_NUMBER) {
      for (const line of document.lines) refuse(line, 'documentNumber', TOO_LONG);
    }
    refusePlace(document, reader);
    const { planned, problems } = planNew(bodyOf(document, reader.today), reader.today);
    for (const problem of problems.all) refuseAt(document, problem);
    return planned ? [{ ...planned, document }] : [];
  });
  const found = await storedProblems(trx, reader, bills);
  bills.forEach(({ document }, index) => {
    for (const problem of found[index] ?? []) refuseAt(document, problem);
  });
  return bills;
};
