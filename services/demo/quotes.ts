import type pg from 'pg';
import { addDays, type IsoDate } from '#domain/dates.ts';
import type { QuoteAnswerBody } from '#schema/purchase/quotes/quoteRequest.rest.ts';
import type { Quote } from '#schema/purchase/quotes/quotes.rest.ts';
import type { Outsider, Work } from '../platform/db/unitOfWork.ts';
import { outsider } from '../purchase/links/visitors.ts';
import { declineRequest, saveDraft, sendAnswer } from '../purchase/quoteRequest/answer.ts';
import { visit } from '../purchase/quoteRequest/visit.ts';
import type { Visitor } from '../purchase/quoteRequest/visitor.ts';
import { readStored } from '../purchase/quotes/read.ts';
import { createQuote } from '../purchase/quotes/save.ts';
import { markAsked } from '../purchase/quotes/sending.ts';
import { purchasePrice, readBought, type BoughtProduct } from './bought.ts';
import { COMPANY, SITES } from './data/company.ts';
import type { SupplierKey } from './data/partners.ts';
import { FIRST_QUOTE, QUOTES, type Moment, type QuoteSample } from './data/quotes.ts';
import { command, commandOf, deskOf, type Desk } from './desk.ts';
import type { Registers } from './registers.ts';

interface QuoteDesk extends Desk {
  registers: Registers;
  bought: (name: string) => BoughtProduct;
  instant: (moment: Moment) => string;
}

/** Whom a request asks, in the order of the map. */
const askedBy = ({ answers, typing, declined }: QuoteSample): SupplierKey[] => [
  ...answers.map(({ supplier }) => supplier),
  ...(typing ? [typing.supplier] : []),
  ...(declined ? [declined.supplier] : []),
];

const REFERENCE_PLACES = 4;

const create = (desk: QuoteDesk, sample: QuoteSample, index: number, seedDate: IsoDate): Promise<Quote> => {
  const { registers, bought, session, trx } = desk;
  const buyer = { session, companyId: registers.companyId };
  return command(desk, desk.instant(sample.created), (work) =>
    createQuote(trx, work, buyer, {
      ...{
        document: `COT-00${FIRST_QUOTE + index}`,
        title: sample.title,
        buildingId: registers.building(sample.building),
      },
      ...{ deadline: desk.instant(sample.deadline), deliveryDate: addDays(seedDate, sample.delivery) },
      ...{ deliveryPlace: SITES[sample.building].address, message: sample.message, phone: COMPANY.phone },
      monthlyRate: sample.monthlyRate,
      lines: sample.lines.map(([name, quantity]) => ({
        ...{ productId: bought(name).id, quantity, referencePrice: purchasePrice(bought(name), REFERENCE_PLACES) },
        costEstimateGroupId: registers.stage(sample.building, sample.stage),
      })),
      suppliers: askedBy(sample).map((key) => ({
        ...{ partnerId: registers.supplier(key), email: sample.typing?.supplier === key ? sample.typing.email : null },
      })),
    }),
  );
};

/** Asks everybody, without a mail: nobody of the demo company reads one. */
const send = (desk: QuoteDesk, quote: Quote, at: string): Promise<void> => {
  const { trx, session } = desk;
  return command(desk, at, async (work) => {
    const stored = await readStored(trx, session, { companyId: quote.company.id, id: quote.id }, work.clock.now());
    const suppliers = quote.suppliers.map(({ id }) => id);
    await markAsked(trx, work, stored, suppliers);
    work.audit({ action: 'send', entity: 'quote', entityId: quote.id, details: { suppliers } });
  });
};

const bodyOf = (
  quote: Quote,
  prices: readonly (string | null)[],
  { freight, ipi, paymentDays, deliveryDays, brand, notes }: Partial<QuoteSample['answers'][number]>,
): QuoteAnswerBody => ({
  lines: quote.lines.map(({ id }, index) => {
    const price = prices[index] ?? null;
    return { lineId: id, price, unavailable: false, brand: price === null ? null : (brand ?? null) };
  }),
  ...{ freight: freight === undefined ? 'INCLUDED' : 'CHARGED', shippingRate: freight ?? null, ipi: ipi ?? null },
  ...{ deliveryDays: deliveryDays ?? null, validUntil: null, paymentDays: [...(paymentDays ?? [])] },
  notes: notes ?? null,
});

/** What the suppliers of a request do, as their page calls it. */
const answer = async (desk: QuoteDesk, quote: Quote, sample: QuoteSample): Promise<void> => {
  const { trx, registers } = desk;
  const visitorOf = (key: SupplierKey): Visitor => ({
    ...{ accountId: registers.accountId, quoteId: quote.id },
    supplierId: quote.suppliers.find(({ partner }) => partner.id === registers.supplier(key))?.id ?? 0,
  });
  const act = async (
    key: SupplierKey,
    at: Moment,
    run: (work: Work<Outsider>, visitor: Visitor) => Promise<unknown>,
  ): Promise<void> => {
    const visitor = visitorOf(key);
    await commandOf(desk, outsider(visitor), desk.instant(at), async (work) => {
      await visit(trx, work, visitor);
      await run(work, visitor);
    });
  };
  const { answers, typing, declined } = sample;
  if (declined)
    await act(declined.supplier, declined.at, (work, who) => declineRequest(trx, work, who, declined.reason));
  for (const one of answers)
    await act(one.supplier, one.at, (work, who) => sendAnswer(trx, work, who, bodyOf(quote, one.prices, one)));
  if (typing)
    await act(typing.supplier, typing.at, (work, who) => saveDraft(trx, work, who, bodyOf(quote, typing.prices, {})));
};

/**
 * Three requests for quotes with their answers, by the services' own commands: states, figures and history are those of any
 * request.
 */
export const insertQuotes = async (client: pg.Client, registers: Registers, seedDate: IsoDate): Promise<void> => {
  const desk: QuoteDesk = {
    ...(await deskOf(client, registers, 'comprador@demo.prumo')),
    ...{ registers, bought: await readBought(client, registers.accountId) },
    instant: ([days, time]) => `${addDays(seedDate, days)}T${time}:00-03:00`,
  };
  for (const [index, sample] of QUOTES.entries()) {
    const quote = await create(desk, sample, index, seedDate);
    await send(desk, quote, desk.instant(sample.created));
    await answer(desk, quote, sample);
  }
};
