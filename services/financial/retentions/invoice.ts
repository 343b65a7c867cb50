import {
  everyShareIsPaid,
  invoiceSharesOf,
  payableSharesOf,
  splitInvoice,
} from '#domain/financial/retentions/shares.ts';
import { add, compare, formatCurrency, sum, type Money, ZERO } from '#domain/money.ts';
import type { Problems } from '../../platform/problems.ts';
import type { ShareDraft } from '../transactions/bodyShares.ts';
import type { StoredApportionment } from '../transactions/read.ts';

/** An invoice as a save will leave it, and as it was. */
export interface InvoiceFigures {
  /** What its supplier is paid. */
  net: Money;
  retained: readonly Money[];
  stored:
    | {
        grossValue: Money;
        retentions: readonly { value: Money }[];
        apportionments: readonly StoredApportionment[];
      }
    | undefined;
}

type Target = Pick<StoredApportionment, 'buildingId' | 'stageId'>;

const keyOf = ({ buildingId, stageId }: Target): string => `${buildingId}/${stageId ?? ''}`;

const LIST = 'transactionRecordBuildings';

const WITHOUT_VALUE = 'Com as retenções, esta obra ficaria sem valor a pagar. Aumente a parte dela.';
const SOME_ONLY = 'Informe o valor pelo bruto de todas as obras, ou de nenhuma.';

/** Parts of the invoice as a body has them, by building and stage; null where it has parts of what is paid. */
export type InvoiceParts = ReadonlyMap<string, Money> | null;

const sameRetained = ({ retained, stored }: InvoiceFigures): boolean =>
  stored !== undefined &&
  retained.length === stored.retentions.length &&
  retained.every((value, index) => value === stored.retentions[index]?.value);

const isStill = (figures: InvoiceFigures): boolean =>
  figures.stored?.grossValue === figures.net && sameRetained(figures);

/** The stored shares as a draft, by what they are of the invoice: what is withheld of it has changed. */
const storedParts = (figures: InvoiceFigures): ShareDraft[] | null => {
  const { stored, net, retained } = figures;
  const columns = stored?.apportionments ?? [];
  if (columns.length === 0 || (retained.length === 0 && stored?.retentions.length === 0) || isStill(figures))
    return null;
  if (compare(sum(columns.map((one) => one.invoiceValue)), add(net, ...retained)) !== 0) return null;
  return columns.map(({ buildingId, stageId, invoiceValue, isCustomerCharged }, index) => ({
    ...{ path: `${LIST}.${index}`, buildingId, stageId, invoiceValue, isCustomerCharged },
    ...{ grossValue: null, value: null, increase: null, discount: null, percentage: null },
  }));
};

const hasOwn = ({ grossValue, value, percentage }: ShareDraft): boolean =>
  grossValue !== null || value !== null || percentage !== null;

/**
 * Shares of what is paid, of shares of the invoice: each is taken of in proportion to what is withheld, to the cent. Shares
 * of what is paid stay as they are.
 */
export const readInvoiceShares = (
  shares: ShareDraft[] | null,
  figures: InvoiceFigures,
  problems: Problems,
): { shares: ShareDraft[] | null; parts: InvoiceParts } => {
  const list = shares ?? storedParts(figures);
  const said = list?.filter(({ invoiceValue }) => invoiceValue !== null) ?? [];
  if (!list || said.length === 0) return { shares, parts: null };
  if (said.length < list.length) {
    const alone = said.find((share) => !hasOwn(share));
    if (alone) problems.contradiction(`${alone.path}.invoiceValue`, SOME_ONLY);
    return { shares, parts: null };
  }
  const values = list.map(({ invoiceValue }) => invoiceValue ?? ZERO);
  const [whole, all] = [add(figures.net, ...figures.retained), sum(values)];
  if (compare(all, whole) !== 0) {
    const message = `O rateio pelo bruto soma ${formatCurrency(all)}, e a nota vale ${formatCurrency(whole)}.`;
    problems.contradiction(LIST, message);
    return { shares, parts: null };
  }
  const split = splitInvoice(figures.net, figures.retained, values);
  if (!everyShareIsPaid(split)) {
    list.forEach(({ path }, index) => {
      if (compare(split.document[index] ?? ZERO, ZERO) <= 0) problems.rule(`${path}.invoiceValue`, WITHOUT_VALUE);
    });
  }
  return {
    parts: new Map(list.map((share, index) => [keyOf(share), values[index] ?? ZERO])),
    shares: list.map((share, index) => ({
      ...share,
      ...{ grossValue: split.document[index] ?? ZERO, value: null, percentage: null },
    })),
  };
};

/** Shares of an invoice and of its payables, in the order of the apportionments of its document. */
export interface PlannedShares {
  /** Null without retentions. */
  invoice: Money[] | null;
  /** By retention, then by apportionment. */
  payables: Money[][];
}

/** The shares of the invoice and of each payable, when those of the document are planned. */
export const planInvoiceShares = (
  apportionments: readonly (Target & { grossValue: Money })[],
  parts: InvoiceParts,
  figures: InvoiceFigures,
): PlannedShares => {
  const { retained, stored } = figures;
  if (retained.length === 0) return { invoice: null, payables: [] };
  const document = apportionments.map(({ grossValue }) => grossValue);
  const known = new Map(stored?.apportionments.map((one) => [keyOf(one), one]));
  const still =
    isStill(figures) &&
    known.size === apportionments.length &&
    apportionments.every((one) => known.get(keyOf(one))?.grossValue === one.grossValue);
  const invoice = still
    ? apportionments.map((one) => known.get(keyOf(one))?.invoiceValue ?? ZERO)
    : parts
      ? apportionments.map((one) => parts.get(keyOf(one)) ?? ZERO)
      : invoiceSharesOf(document, retained);
  return { invoice, payables: payableSharesOf(retained, { invoice, document }) };
};
