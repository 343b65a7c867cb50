import type { IsoDate } from '#domain/dates.ts';
import type { Money } from '#domain/money.ts';
import type { Nfe, NfeIssuer, NfeParty, Withheld } from '../nfe/types.ts';

/** An NFS-e of the national standard that is in force, as its XML says. */
export interface Nfse {
  accessKey: string;
  number: string;
  series: string | null;
  /** Day that the file writes, at its own offset. */
  emissionDate: IsoDate;
  competenceDate: IsoDate;
  issuer: NfeIssuer;
  receiver: NfeParty;
  /** National code of the service, and what was done. */
  code: string;
  description: string;
  /** Value of the service, what is taken off it, and what is to be paid after everything that is kept back. */
  value: Money;
  discount: Money;
  netValue: Money;
  withheld: Withheld[];
  notes: string | null;
}

/** The cancellation of a nota: an event that the tax office has registered. */
export interface Cancellation {
  accessKey: string;
  /** 110111, 110112, e101101 … */
  event: string;
  date: IsoDate;
}

/** What a fiscal XML is. */
export type FiscalXml =
  { kind: 'NFE'; nota: Nfe } | { kind: 'NFSE'; nota: Nfse } | { kind: 'CANCELLATION'; cancellation: Cancellation };
