import { Type, type Static } from 'typebox';
import { JobState } from '../../engineering/jobs.rest.ts';
import { endpoint } from '../../platform/endpoint.ts';
import { Id, Instant, NamedReference, Nullable, Page, Reference } from '../../platform/shapes.ts';

/** What Prumo keeps about the session user, as a file (LGPD, art. 18, II and V). */
export const PersonalExport = Type.Object({
  id: Id,
  jobId: Id,
  state: JobState,
  requestedAt: Instant,
  readyAt: Nullable(Instant),
  /** From then on the file can no longer be downloaded. */
  expiresAt: Nullable(Instant),
  size: Nullable(Type.Integer({ description: 'Bytes; null until the file is ready' })),
});
export type PersonalExport = Static<typeof PersonalExport>;

const Outcome = Type.Union([Type.Literal('DONE'), Type.Literal('REFUSED'), Type.Literal('CANCELLED')]);

/**
 * A request to make a user nameless (LGPD, art. 18, IV): the books keep what the user wrote, without name and address. A second
 * administrator decides.
 */
export const Anonymisation = Type.Object({
  id: Id,
  user: NamedReference,
  requestedBy: Nullable(NamedReference),
  requestedAt: Instant,
  decidedBy: Nullable(NamedReference),
  decidedAt: Nullable(Instant),
  /** Null while it waits for a second administrator. */
  outcome: Nullable(Outcome),
});
export type Anonymisation = Static<typeof Anonymisation>;

export const MyData = Type.Object({
  export: Nullable(PersonalExport),
  anonymisation: Nullable(Anonymisation),
});
export type MyData = Static<typeof MyData>;

/** On one day, a user opened the record of a partner (name, CPF or CNPJ, address, notes), or read what it is paid by. */
export const DataView = Type.Object({
  user: NamedReference,
  partner: Type.Object({
    id: Id,
    name: Type.String(),
    type: Type.Union([Type.Literal('SUPPLIER'), Type.Literal('CUSTOMER')]),
  }),
  firstAt: Instant,
  lastAt: Instant,
  times: Type.Integer({
    description: 'Times that it was opened or read on that day (America/Sao_Paulo), at least a minute apart',
  }),
});
export type DataView = Static<typeof DataView>;

const Months = (least: number, description: string) => Type.Integer({ minimum: least, maximum: 60, description });

/** How long an account keeps what it does not need for its books, in months. */
export const DataRetention = Type.Object({
  accessMonths: Months(6, 'Logins and opened records (Marco Civil, art. 15: at least six months); 6 unless set'),
  messageMonths: Months(1, "Assistant's messages; 24 unless set"),
});
export type DataRetention = Static<typeof DataRetention>;

const base = '/api/v1/security';
const byId = Type.Object({ id: Id });

export const privacyEndpoints = {
  myData: endpoint({
    method: 'GET',
    path: `${base}/my-data`,
    summary: "The session user's newest file of personal data, and whether the user is to be made nameless",
    answer: MyData,
  }),
  exportMyData: endpoint({
    method: 'POST',
    path: `${base}/my-data/export`,
    summary:
      'Begins to make a file of all that is kept about the session user; a mail tells when it is ready, for 24 hours',
    answer: PersonalExport,
    failure: 'Falha para preparar o arquivo com os seus dados',
  }),
  myFile: endpoint({
    method: 'GET',
    path: `${base}/my-data/exports/:id/file`,
    summary: 'The file (ZIP) for its own user, within 24 hours',
    params: byId,
    answer: Type.Unknown(),
    bare: true,
    failure: 'Falha para baixar os seus dados',
  }),
  anonymisations: endpoint({
    method: 'GET',
    path: `${base}/anonymisations`,
    summary: 'Requests to make users nameless: those that wait first, then the newest, 200 at most',
    answer: Type.Object({ content: Type.Array(Anonymisation) }),
  }),
  requestAnonymisation: endpoint({
    method: 'POST',
    path: `${base}/anonymisations`,
    summary: 'Asks to make a user nameless: users themselves, or an administrator; requires reauthentication',
    body: Type.Object({ user: Reference }),
    answer: Anonymisation,
    failure: 'Falha para pedir a anonimização',
  }),
  decideAnonymisation: endpoint({
    method: 'POST',
    path: `${base}/anonymisations/:id/decision`,
    summary:
      'Ends a request: DONE by an administrator who neither asked for it nor is its subject (requires reauthentication), REFUSED by such an administrator, CANCELLED by who asked for it or is its subject',
    params: byId,
    body: Type.Object({ outcome: Outcome }),
    answer: Anonymisation,
    failure: 'Falha para decidir a anonimização',
  }),
  dataViews: endpoint({
    method: 'GET',
    path: `${base}/data-views`,
    summary: 'Who opened the record of which partner, the newest first',
    query: Type.Object({
      page: Type.Optional(Type.Integer({ minimum: 0, maximum: 100_000 })),
      size: Type.Optional(Type.Integer({ minimum: 1, maximum: 500 })),
      partnerId: Type.Optional(Id),
      userId: Type.Optional(Id),
    }),
    answer: Page(DataView),
  }),
  retention: endpoint({
    method: 'GET',
    path: `${base}/data-retention`,
    summary: 'How long the account keeps logins, opened records and messages',
    answer: DataRetention,
  }),
  setRetention: endpoint({
    method: 'PUT',
    path: `${base}/data-retention`,
    summary: 'Changes how long; what is left out stays. Requires reauthentication',
    body: Type.Partial(DataRetention),
    answer: DataRetention,
  }),
};
