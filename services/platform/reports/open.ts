import { formatMoment } from '#domain/dates.ts';
import type { Clock } from '../clock.ts';
import type { Trx } from '../db/unitOfWork.ts';
import { readLetterhead } from '../pdf/letterhead.ts';
import { aboutOf, readAsked, type Question } from './asked.ts';
import type { Asked, ReportDescription } from './description.ts';
import type { Printed } from './printed.ts';

export interface Opened {
  asked: Asked;
  printed: Printed;
}

/** Asks a report for its parameters and puts its head together; its rows are read by who goes through them, in the same SQL transaction. */
export const openReport = async (
  trx: Trx,
  clock: Clock,
  description: ReportDescription,
  question: Omit<Question, 'clock'>,
): Promise<Opened> => {
  const { session, companyId } = question;
  const asked = await readAsked(trx, description, { ...question, clock });
  const content = await description.read(trx, asked);
  const now = clock.now();
  return {
    asked,
    printed: {
      title: description.title,
      company: await readLetterhead(trx, session.accountId, companyId),
      about: [...aboutOf(description, asked), ...(content.about ?? [])],
      issued: `Emitido por ${session.name} em ${formatMoment(now, session.timeZone)}`,
      createdAt: now.toISOString(),
      landscape: description.landscape ?? false,
      content,
    },
  };
};
