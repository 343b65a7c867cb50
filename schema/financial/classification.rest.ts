import { Type, type Static } from 'typebox';
import { endpoint } from '../platform/endpoint.ts';
import { Id, Nullable, Reference, Version } from '../platform/shapes.ts';

/** Maximum expenses of one classification. */
export const MAX_CLASSIFIED = 200;

/** Moves the shares of a building from one stage to another; null: without a stage. */
export const ClassificationBody = Type.Object({
  building: Reference,
  fromStage: Nullable(Reference),
  toStage: Nullable(Reference),
  items: Type.Array(Type.Object({ transactionId: Id, version: Version }), { minItems: 1, maxItems: MAX_CLASSIFIED }),
});
export type ClassificationBody = Static<typeof ClassificationBody>;

/** Result of one expense. Nothing of a rejected one is stored. */
export const ClassificationResult = Type.Object({
  transactionId: Id,
  ok: Type.Boolean(),
  message: Nullable(Type.String({ description: 'Why it was rejected: Portuguese text for the user' })),
  version: Nullable(Type.Integer({ description: 'Version after the change; null for a rejected one' })),
});
export type ClassificationResult = Static<typeof ClassificationResult>;

export const classificationEndpoint = endpoint({
  method: 'POST',
  path: '/api/v1/financial/company/:companyId/debit/classifications',
  summary: 'Moves the shares of several expenses to another stage of their building, and returns a result for each',
  params: Type.Object({ companyId: Id }),
  body: ClassificationBody,
  answer: Type.Object({ results: Type.Array(ClassificationResult) }),
});
