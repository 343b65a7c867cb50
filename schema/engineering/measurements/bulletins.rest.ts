import { Type, type Static } from 'typebox';
import { endpoint } from '../../platform/endpoint.ts';
import { Decimal, Id, Instant, IsoDate, Nullable } from '../../platform/shapes.ts';

/** What a boletim lacks; asked for before its first print. */
export const Gap = Type.Union([
  Type.Literal('COMPANY_TAX_ID'),
  Type.Literal('COMPANY_ADDRESS'),
  Type.Literal('COMPANY_LOGO'),
  Type.Literal('TECHNICAL_PERSON'),
]);
export type Gap = Static<typeof Gap>;

export const BulletinState = Type.Object({
  gaps: Type.Array(Gap, { description: 'Empty once the boletim of a closed measurement was printed: it stays so' }),
  closed: Type.Boolean(),
  code: Nullable(Type.String({ description: 'Verification code; null until the measurement is closed' })),
});
export type BulletinState = Static<typeof BulletinState>;

const Total = Nullable(Decimal);

/** What a verification code tells anybody; no totals of a boletim that was reopened. */
export const BulletinCheck = Type.Object({
  number: Type.Integer(),
  periodStart: IsoDate,
  periodEnd: IsoDate,
  closedOn: IsoDate,
  reopenedAt: Nullable(Instant),
  periodValue: Total,
  accumulatedValue: Total,
  retentionValue: Total,
  netValue: Total,
});
export type BulletinCheck = Static<typeof BulletinCheck>;

export const bulletinEndpoints = {
  state: endpoint({
    method: 'GET',
    path: '/api/v1/engineering/measurements/:measurementId/bulletin-state',
    summary: 'What the boletim of a measurement lacks, and its verification code',
    failure: 'Falha para buscar medição',
    params: Type.Object({ measurementId: Id }),
    answer: BulletinState,
  }),
  check: endpoint({
    method: 'GET',
    path: '/api/v1/engineering/bulletins/:code',
    summary: 'Number, period and totals of the boletim with this verification code; open to anybody',
    failure: 'Falha para conferir boletim',
    params: Type.Object({ code: Type.String({ maxLength: 20 }) }),
    answer: BulletinCheck,
  }),
};
