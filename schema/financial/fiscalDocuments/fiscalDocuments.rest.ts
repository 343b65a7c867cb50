import { Type, type Static } from 'typebox';
import { endpoint } from '../../platform/endpoint.ts';
import { Decimal, Id, Instant, IsoDate, listKeys, NamedReference, Nullable, Page } from '../../platform/shapes.ts';

/** Fiscal documents that fill the form of an expense: NF-e, and NFS-e of the national standard (domain.md §3; mock 11). */

export const FiscalKind = Type.Union([
  Type.Literal('NFE', { description: 'Goods (NF-e 4.00, model 55)' }),
  Type.Literal('NFSE', { description: 'Services (NFS-e of the national standard)' }),
]);

const Text = Nullable(Type.String());

const Party = Type.Object({ taxId: Nullable(Type.String()), name: Type.String() });

/** Who issued it, as it says. */
const Issuer = Type.Object({
  taxId: Type.String({ description: 'CNPJ or CPF without mask' }),
  name: Type.String(),
  ...{ tradeName: Text, street: Text, streetNumber: Text, district: Text, city: Text, state: Text, postalCode: Text },
  phone: Text,
});

/** A nota that was sent and is no expense yet. */
export const FiscalDocument = Type.Object({
  id: Id,
  kind: FiscalKind,
  accessKey: Type.String({ description: '44 characters of an NF-e, 50 of an NFS-e' }),
  number: Type.String(),
  series: Nullable(Type.String()),
  issuerTaxId: Type.String(),
  issuerName: Type.String(),
  emissionDate: IsoDate,
  value: Type.String({ description: 'Decimal as text: total of the nota, before what is kept back' }),
  company: NamedReference,
  fileName: Type.String(),
  uploadedAt: Instant,
  uploadedBy: Nullable(NamedReference),
  refusal: Nullable(Type.String({ description: 'Why no expense can be made of it any more, in words' })),
});
export type FiscalDocument = Static<typeof FiscalDocument>;

const Elsewhere = {
  transaction: Nullable(
    Type.Object(
      { id: Id, companyId: Id, documentNumber: Nullable(Type.String()) },
      { description: 'Expense that has the nota, where the user may see it' },
    ),
  ),
  order: Nullable(
    Type.Object(
      { id: Id, document: Type.String() },
      { description: 'Order that was received by it, where he may see it' },
    ),
  ),
};

/** What became of a file. */
export const SentFiscalFile = Type.Object({
  outcome: Type.Union([
    Type.Literal('DRAFT', { description: 'Kept, to be saved as an expense' }),
    Type.Literal('SEEN', { description: 'An expense or an order has this nota: nothing is kept' }),
    Type.Literal('CANCELLATION', { description: 'It cancels a nota, which no expense can be made of any more' }),
  ]),
  text: Nullable(Type.String({ description: 'What became of it in words; null of a draft' })),
  document: Nullable(FiscalDocument),
  accessKey: Type.String({ description: 'Of the nota, also where it was cancelled' }),
  ...Elsewhere,
});
export type SentFiscalFile = Static<typeof SentFiscalFile>;

const CheckCode = Type.Union([
  Type.Literal('RECEIVER', { description: 'It is for this company' }),
  Type.Literal('KEY', { description: 'No expense and no order has it' }),
  Type.Literal('CANCELLATION', { description: 'No cancellation of it was sent' }),
  Type.Literal('TOTAL', { description: 'Its items and charges are its value' }),
  Type.Literal('INSTALLMENTS', { description: 'Duplicatas and retentions are its value' }),
  Type.Literal('PAYMENT', { description: 'It says that nothing is to be paid' }),
]);

/** What a nota was checked for. */
const Check = Type.Object({
  code: CheckCode,
  ok: Type.Boolean(),
  blocks: Type.Boolean({ description: 'While it is not ok, no expense is made of the nota' }),
  text: Type.String({ description: 'Sentence' }),
  ...Elsewhere,
});
export type FiscalCheck = Static<typeof Check>;

const Product = Type.Object({ id: Id, code: Type.String(), name: Type.String(), unit: Type.String() });

const Item = Type.Object({
  number: Type.Integer({ minimum: 1 }),
  code: Type.String({ description: "The issuer's own; of a service, the national code" }),
  name: Type.String(),
  unit: Type.String(),
  quantity: Type.String({ description: 'Decimal as the file has it, up to ten places' }),
  unitPrice: Type.String({ description: 'Decimal as the file has it, up to ten places' }),
  value: Decimal,
  product: Nullable(Product),
  match: Nullable(
    Type.Union([
      Type.Literal('CHOSEN', { description: 'A person chose it for this draft; none, where there is no product' }),
      Type.Literal('REMEMBERED', { description: 'This code of the supplier was matched with it before' }),
      Type.Literal('CODE', { description: 'It has this code, and a name somewhat like it' }),
      Type.Literal('NAME', { description: 'Its name is like it' }),
    ]),
  ),
  similarity: Nullable(Type.Integer({ description: 'Percent, of a match by name' })),
  others: Type.Array(Product, { description: 'Products with a like name' }),
});

/** A tax that is kept back of what is paid, and paid to its collector. CSRF: PIS, COFINS and CSLL together. */
const Retention = Type.Object({
  tax: Type.Union([Type.Literal('ISS'), Type.Literal('INSS'), Type.Literal('IRRF'), Type.Literal('CSRF')]),
  base: Decimal,
  rate: Type.String({ description: 'Percent as decimal text' }),
  value: Decimal,
});

const Partner = Type.Object(
  { id: Id, name: Type.String(), taxId: Nullable(Type.String()), active: Type.Boolean() },
  { description: 'Supplier of this CNPJ, else of its root; null: to be made' },
);

/** An expense, as a nota and the last ones of its supplier have it. Nothing is stored. */
export const FiscalProposal = Type.Object({
  document: FiscalDocument,
  issuer: Issuer,
  receiver: Party,
  operation: Type.String({ description: 'Nature of the operation; of an NFS-e, what was done' }),
  notes: Nullable(Type.String()),
  checks: Type.Array(Check),
  items: Type.Array(Item),
  itemsValue: Decimal,
  additionsValue: Type.String({
    description: 'Decimal as text: freight, insurance, taxes and charges that add to the items',
  }),
  discountValue: Decimal,
  retentions: Type.Array(Retention),
  netValue: Type.String({ description: 'Decimal as text: value less what is kept back; the installments sum to it' }),
  partner: Nullable(Partner),
  partnerOrigin: Type.Union([
    Type.Literal('TAX_ID', { description: 'Found by CNPJ or CPF' }),
    Type.Literal('ROOT', { description: 'Another establishment of the same company' }),
    Type.Literal('NEW', { description: 'Not registered' }),
  ]),
  documentNumber: Type.String(),
  emissionDate: IsoDate,
  competenceDate: IsoDate,
  description: Nullable(Type.String()),
  category: Nullable(NamedReference),
  preferredPaymentMethod: Nullable(Type.String()),
  expectedWallet: Nullable(NamedReference),
  apportionments: Type.Array(
    Type.Object({
      building: NamedReference,
      costEstimateGroup: Nullable(NamedReference),
      grossValue: Decimal,
      isCustomerCharged: Type.Boolean(),
    }),
    { description: "As in the supplier's last expense, of this value" },
  ),
  memory: Type.Integer({ description: 'Last expenses of the supplier with one category, which it is proposed from' }),
  installments: Type.Array(Type.Object({ dueDate: IsoDate, grossValue: Decimal })),
  installmentsOrigin: Type.Union([
    Type.Literal('INVOICE', { description: 'Duplicatas of the nota' }),
    Type.Literal('SUPPLIER', { description: "Terms of the supplier's last expense" }),
    Type.Literal('ONE', { description: 'One, since nothing is known' }),
  ]),
});
export type FiscalProposal = Static<typeof FiscalProposal>;

/** What an access key says, and what is known of its nota. */
export const FiscalKeyReading = Type.Object({
  kind: FiscalKind,
  accessKey: Type.String({ description: 'Without separators' }),
  number: Type.String(),
  series: Nullable(Type.String()),
  issuerTaxId: Type.String({ description: 'CNPJ or CPF without mask' }),
  month: Type.String({ description: 'Of the emission: "2026-11"' }),
  documentNumber: Type.String({ description: 'As the expense of the nota is called: "NF 5.187"' }),
  partner: Nullable(Partner),
  draft: Nullable(
    Type.Object(
      { id: Id, company: NamedReference },
      { description: 'The nota was sent, to this company or another one where the user may make expenses' },
    ),
  ),
  ...Elsewhere,
  text: Nullable(
    Type.String({ description: 'Where the nota is, or why no expense is made of it; null where nothing is known' }),
  ),
});
export type FiscalKeyReading = Static<typeof FiscalKeyReading>;

/** Items of a nota of goods: the layout has no more. */
const MAX_ITEMS = 990;

/** Products for items of a draft. */
export const FiscalChoices = Type.Object({
  items: Type.Array(
    Type.Object({
      number: Type.Integer({ minimum: 1, maximum: MAX_ITEMS }),
      product: Nullable(Type.Object({ id: Id }, { description: 'Null: no product, whatever is proposed' })),
    }),
    { minItems: 1, maxItems: MAX_ITEMS },
  ),
});
export type FiscalChoices = Static<typeof FiscalChoices>;

/** The nota that a new expense is made of. */
export const FiscalLink = Type.Object({
  id: Id,
  createPartner: Type.Optional(
    Type.Boolean({ description: 'Registers the issuer as supplier, or reactivates him; `partner` is left out' }),
  ),
  items: Type.Optional(
    Type.Array(Type.Object({ number: Type.Integer({ minimum: 1 }), product: Type.Object({ id: Id }) }), {
      maxItems: MAX_ITEMS,
      description:
        'Products that were chosen for items: remembered for the next nota of the supplier; left out, those that the draft has',
    }),
  ),
});
export type FiscalLink = Static<typeof FiscalLink>;

/** The nota of an expense. */
export const LinkedFiscalDocument = Type.Object({
  id: Id,
  kind: FiscalKind,
  accessKey: Type.String(),
  number: Type.String(),
  series: Nullable(Type.String()),
  fileName: Type.String(),
  size: Type.Integer({ description: 'Bytes' }),
  link: Type.String({ description: 'Path of the XML on the same origin; requires the token' }),
});

const collection = '/api/v1/financial/company/:companyId/fiscal-documents';
const company = Type.Object({ companyId: Id });
const ofDocument = Type.Object({ companyId: Id, id: Id });

/** Path of the XML of a document. */
export const fiscalContentPath = `${collection}/:id/content`;

export const fiscalDocumentEndpoints = {
  upload: endpoint({
    method: 'POST',
    path: collection,
    summary: 'Reads an XML (part "file", 2 MB) as a draft of its recipient’s company; the same nota is the same draft',
    params: company,
    bodyKind: 'multipart',
    answer: SentFiscalFile,
  }),
  list: endpoint({
    method: 'GET',
    path: collection,
    summary: 'Drafts of a company, the oldest first',
    params: company,
    query: Type.Object({ ...listKeys }),
    answer: Page(FiscalDocument),
    watched: { entity: 'fiscal_document' },
  }),
  get: endpoint({
    method: 'GET',
    path: `${collection}/:id`,
    summary: 'A draft, and the expense that is proposed of it',
    params: ofDocument,
    answer: FiscalProposal,
  }),
  readKey: endpoint({
    method: 'GET',
    path: `${collection}/key`,
    summary: 'What an access key says, and where its nota is; 422 at `accessKey` for one that is wrong',
    params: company,
    query: Type.Object({
      accessKey: Type.String({
        minLength: 1,
        maxLength: 200,
        description: 'With separators and words around it or without',
      }),
    }),
    answer: FiscalKeyReading,
  }),
  content: endpoint({
    method: 'GET',
    path: fiscalContentPath,
    summary: 'The XML as it was sent, of a draft or of an expense',
    params: ofDocument,
    answer: Type.Unknown(),
    bare: true,
  }),
  choose: endpoint({
    method: 'PUT',
    path: `${collection}/:id/products`,
    summary: 'Keeps products for items of a draft, until it is an expense; items that are not named stay as they are',
    params: ofDocument,
    body: FiscalChoices,
    answer: FiscalChoices,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: `${collection}/:id`,
    summary: 'Deletes a draft',
    params: ofDocument,
    answer: Type.Object({ id: Id }),
  }),
  examples: endpoint({
    method: 'GET',
    path: `${collection}/examples`,
    summary: 'Names of the notas that the demo company comes with; none for any other company',
    params: company,
    answer: Type.Object({ names: Type.Array(Type.String()) }),
  }),
  addExamples: endpoint({
    method: 'POST',
    path: `${collection}/examples`,
    summary: 'Reads those notas as drafts',
    params: company,
    answer: Type.Object({ files: Type.Array(SentFiscalFile) }),
  }),
};
