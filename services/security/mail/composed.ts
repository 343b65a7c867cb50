import type { Letter } from '../../platform/mail.ts';
import type { Trx, Work } from '../../platform/db/unitOfWork.ts';

/** Makes a mail to the user of `work` as of now, or tells why it is needless. */
export type ComposeMail = (trx: Trx, work: Work, mail: { id: number; publicUrl: string }) => Promise<Letter | string>;

/** Mails that are made of what other domains know, by their kind. */
export interface Composers {
  DIGEST?: ComposeMail;
}
