import type { IsoDate } from '#domain/dates.ts';
import { isEmail } from '#domain/email.ts';
import { decimal4, toTenThousandths } from '#domain/money.ts';
import type { QuoteLineBody, QuoteUpdate } from '#schema/purchase/quotes/quotes.rest.ts';
import type { Problems } from '../../platform/problems.ts';
import { blankAsNull } from '../../platform/text.ts';
import type { StoredQuote, StoredQuoteLine, StoredSupplier } from './read.ts';

/** A line as a body asks for it. */
export interface QuoteLineDraft {
  before: StoredQuoteLine | undefined;
  productId: number | null;
  /** Null: the name of the product. */
  description: string | null;
  /** Undefined: that in which the product is bought. */
  unitId: number | undefined;
  quantity: string;
  stageId: number | null;
  /** Undefined: that of the cost estimate. */
  referencePrice: string | null | undefined;
}

export interface SupplierDraft {
  before: StoredSupplier | undefined;
  partnerId: number;
  /** Null: that of the register. */
  email: string | null;
}

/** A normalized body, with what it leaves out as it was. */
export interface QuoteDraft {
  /** Null: the next free number. */
  document: string | null;
  title: string;
  buildingId: number;
  buyerId: number | null;
  deliveryDate: IsoDate | null;
  deliveryPlace: string | null;
  message: string | null;
  phone: string | null;
  deadline: string | null;
  monthlyRate: string;
  lines: QuoteLineDraft[];
  suppliers: SupplierDraft[];
}

const textOf = (given: string | null | undefined, before: string | null | undefined): string | null =>
  given === undefined ? (before ?? null) : (blankAsNull(given) ?? null);

const idOf = (given: number | null | undefined, before: { id: number } | null | undefined): number | null =>
  given === undefined ? (before?.id ?? null) : given;

const readLine = (
  line: QuoteLineBody,
  { before, path }: { before: StoredQuoteLine | undefined; path: string },
  problems: Problems,
): QuoteLineDraft => {
  if (toTenThousandths(line.quantity) === 0n) problems.rule(`${path}.quantity`, 'Informe a quantidade.');
  const productId = idOf(line.productId, before?.product);
  const sameProduct = before !== undefined && productId === (before.product?.id ?? null);
  // Of another product, the text that was its name does not stay.
  const kept = sameProduct || before?.product === null ? before.description : null;
  const description = line.description === undefined ? kept : (blankAsNull(line.description) ?? null);
  if (productId === null && description === null)
    problems.rule(`${path}.productId`, 'Escolha um insumo ou descreva o que cotar.');
  const unitId = line.unitId ?? (sameProduct || before?.product === null ? before.unit.id : undefined);
  if (productId === null && unitId === undefined) problems.rule(`${path}.unitId`, 'Escolha a unidade.');
  const sameUnit = sameProduct && unitId === before.unit.id;
  const stated = line.referencePrice == null ? line.referencePrice : decimal4(line.referencePrice);
  return {
    ...{ before, productId, description, unitId, quantity: decimal4(line.quantity) },
    stageId: idOf(line.costEstimateGroupId, before?.costEstimateGroup),
    referencePrice: stated === undefined && sameUnit ? before.referencePrice : stated,
  };
};

const keptLine = (before: StoredQuoteLine): QuoteLineDraft => ({
  ...{ before, productId: before.product?.id ?? null, description: before.description, unitId: before.unit.id },
  ...{ quantity: before.quantity, stageId: before.costEstimateGroup?.id ?? null },
  referencePrice: before.referencePrice,
});

const readLines = (
  lines: readonly QuoteLineBody[] | undefined,
  before: StoredQuote | undefined,
  problems: Problems,
): QuoteLineDraft[] => {
  if (lines === undefined) return (before?.lines ?? []).map(keptLine);
  const stored = new Map((before?.lines ?? []).map((line) => [line.id, line]));
  return lines.map((line, index) => {
    const path = `lines.${index}`;
    const known = line.id == null ? undefined : stored.get(line.id);
    if (line.id != null && !known) problems.rule(`${path}.id`, 'Item não encontrado nesta cotação.');
    if (line.id != null) stored.delete(line.id);
    return readLine(line, { before: known, path }, problems);
  });
};

const readSuppliers = (
  suppliers: QuoteUpdate['suppliers'],
  before: StoredQuote | undefined,
  problems: Problems,
): SupplierDraft[] => {
  const stored = before?.suppliers ?? [];
  if (suppliers === undefined)
    return stored.map((one) => ({ before: one, partnerId: one.partner.id, email: one.ownEmail }));
  const byPartner = new Map(stored.map((one) => [one.partner.id, one]));
  const drafts = suppliers.map(({ partnerId, email }, index) => {
    const known = byPartner.get(partnerId);
    const address = textOf(email, known?.ownEmail);
    if (address !== null && !isEmail(address)) problems.rule(`suppliers.${index}.email`, 'Informe um e-mail válido.');
    if (suppliers.findIndex((one) => one.partnerId === partnerId) !== index)
      problems.rule(`suppliers.${index}.partnerId`, 'Este fornecedor já está na cotação.');
    return { before: known, partnerId, email: address };
  });
  for (const { partner, state, answer } of stored) {
    if (suppliers.some(({ partnerId }) => partnerId === partner.id)) continue;
    if (state !== 'CHOSEN' || answer !== null)
      problems.rule('suppliers', `${partner.name} já recebeu a cotação: revogue o acesso em vez de retirá-lo.`);
  }
  return drafts;
};

const readDeadline = (
  given: string | null | undefined,
  { before, now }: { before: StoredQuote | undefined; now: Date },
  problems: Problems,
): string | null => {
  const stored = before?.deadline ?? null;
  if (given === undefined) return stored;
  if (given === null) {
    if (before?.sentAt != null) problems.rule('deadline', 'A cotação já foi enviada: informe até quando respondem.');
    return null;
  }
  const deadline = new Date(given).toISOString();
  const same = stored !== null && new Date(stored).toISOString() === deadline;
  if (!same && deadline <= now.toISOString()) problems.rule('deadline', 'Escolha um momento que ainda não passou.');
  return same ? stored : deadline;
};

/** Normalizes a body. Problems go to `problems`. */
export const readDraft = (
  body: QuoteUpdate,
  { before, userId, now }: { before: StoredQuote | undefined; userId: number | null; now: Date },
  problems: Problems,
): QuoteDraft => {
  if (body.buildingId !== undefined && before?.sentAt != null && body.buildingId !== before.building.id)
    problems.rule('buildingId', 'A cotação já foi enviada: a obra não muda.');
  return {
    document: body.document == null ? (before?.document ?? null) : body.document.trim(),
    title: (body.title ?? before?.title ?? '').trim(),
    buildingId: body.buildingId ?? before?.building.id ?? 0,
    buyerId: before || body.buyerId !== undefined ? idOf(body.buyerId, before?.buyer) : userId,
    deliveryDate: body.deliveryDate === undefined ? (before?.deliveryDate ?? null) : body.deliveryDate,
    deliveryPlace: textOf(body.deliveryPlace, before?.deliveryPlace),
    message: textOf(body.message, before?.message),
    phone: textOf(body.phone, before?.phone),
    deadline: readDeadline(body.deadline, { before, now }, problems),
    monthlyRate: decimal4(body.monthlyRate ?? before?.monthlyRate ?? '0'),
    lines: readLines(body.lines, before, problems),
    suppliers: readSuppliers(body.suppliers, before, problems),
  };
};
