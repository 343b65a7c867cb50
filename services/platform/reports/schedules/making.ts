import type { Days } from '#domain/reports/schedule.ts';
import type { ReportFormat, ReportParameters, ReportPreview } from '#schema/reports/reports.rest.ts';
import type { Clock } from '../../clock.ts';
import type { Trx } from '../../db/unitOfWork.ts';
import { ServiceError } from '../../errors.ts';
import { madeFile } from '../../http/madeFile.ts';
import type { Letter } from '../../mail.ts';
import type { Session } from '../../session.ts';
import type { ReportDescription } from '../description.ts';
import { fileChunks } from '../file.ts';
import { fileNameOf } from '../names.ts';
import { openReport } from '../open.ts';
import { previewOf } from '../preview.ts';

/** Bytes of the files of one mail: mail servers refuse more than 20 to 25 MB, and coded for a mail a file grows by a third. */
export const MAIL_BYTES = 10 * 1024 * 1024;

/** A report as one reader may see it. */
export interface Wanted {
  session: Session;
  companyId: number;
  description: ReportDescription;
  parameters: ReportParameters;
  formats: readonly ReportFormat[];
}

export interface MadeReport {
  preview: ReportPreview;
  attachments: NonNullable<Letter['attachments']>;
  /** Formats that the report refuses, with its reason. */
  refused: string[];
  /** The files together are too long for a mail: there are none. */
  tooLarge: boolean;
}

/** What a report asks of its days. */
export const daysAsked = ({ period }: Pick<ReportDescription, 'period'>, days: Days | null): ReportParameters => {
  if (days === null || period === 'NONE') return {};
  return period === 'UNTIL' ? { to: days.to } : days;
};

/** A file of a report; undefined for one that is longer than the bytes that are left. */
const fileOf = async (
  trx: Trx,
  clock: Clock,
  { session, companyId, description, parameters: sent }: Wanted,
  format: ReportFormat,
  room: number,
) => {
  const { printed } = await openReport(trx, clock, description, { session, companyId, sent });
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of fileChunks(format, printed)) {
    size += chunk.length;
    if (size > room) return undefined;
    chunks.push(chunk);
  }
  const { name, headers, content } = madeFile(fileNameOf(printed), format, Buffer.concat(chunks));
  return { name, type: headers['content-type'] ?? 'application/octet-stream', content };
};

/** Makes a report and its files with the rights of one reader, all of one moment. @throws ServiceError for who may not see it */
export const makeReport = async (trx: Trx, clock: Clock, wanted: Wanted): Promise<MadeReport> => {
  const { session, companyId, description, parameters: sent, formats } = wanted;
  const preview = await previewOf(description, await openReport(trx, clock, description, { session, companyId, sent }));
  const made: MadeReport = { preview, attachments: [], refused: [], tooLarge: false };
  if (preview.count === 0) return made;
  const attachments: MadeReport['attachments'][number][] = [];
  let room = MAIL_BYTES;
  for (const format of formats) {
    try {
      const file = await fileOf(trx, clock, wanted, format, room);
      if (!file) return { ...made, tooLarge: true };
      room -= file.content.length;
      attachments.push(file);
    } catch (error) {
      if (!(error instanceof ServiceError) || error.status !== 422) throw error;
      made.refused.push(`${format}: ${error.message}`);
    }
  }
  return { ...made, attachments };
};
