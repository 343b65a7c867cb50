import type { FastifyInstance } from 'fastify';
import { costBreakdownEndpoints as endpoints } from '#schema/engineering/costBreakdown/costBreakdown.rest.ts';
import { madeFile } from '../../platform/http/madeFile.ts';
import { implement } from '../../platform/http/route.ts';
import { readLetterhead } from '../../platform/pdf/letterhead.ts';
import { renderPdf } from '../../platform/pdf/pdf.ts';
import { readBreakdown, type BreakdownQuestion } from './breakdown.ts';
import { classifyInputs } from './classify.ts';
import { csvOf, printBreakdown, xlsxOf } from './export/files.ts';
import type { PrintedBreakdown } from './export/printed.ts';

/** Stages of a building by category of expense, for who has DEBIT or ENGINEERING on it. */
export const costBreakdown = async (app: FastifyInstance): Promise<void> => {
  const { clock } = app.platform;
  const asked = (
    { companyId, id }: { companyId: number; id: number },
    { regime = 'ACCRUAL', date }: { regime?: 'CASH' | 'ACCRUAL' | undefined; date?: string | undefined },
    timeZone: string,
  ): BreakdownQuestion => ({ companyId, buildingId: id, regime, date: date ?? clock.today(timeZone) });

  implement(app, endpoints.get, ({ session, params, query, read }) =>
    read((trx) => readBreakdown(trx, session, asked(params, query, session.timeZone))),
  );

  implement(app, endpoints.file, async ({ session, params, query, read, reply }) => {
    const printed = await read(async (trx): Promise<PrintedBreakdown> => ({
      breakdown: await readBreakdown(trx, session, asked(params, query, session.timeZone)),
      company: await readLetterhead(trx, session.accountId, params.companyId),
      today: clock.today(session.timeZone),
      createdAt: clock.now().toISOString(),
    }));
    const { format } = query;
    const content =
      format === 'PDF'
        ? await renderPdf(printBreakdown(printed))
        : format === 'XLSX'
          ? xlsxOf(printed)
          : Buffer.from(csvOf(printed));
    const made = madeFile(`Etapas x Categorias ${printed.breakdown.building.name}`, format, content);
    void reply.headers(made.headers);
    return made.content;
  });

  implement(app, endpoints.classifyInputs, async ({ body, write }) => ({
    items: await write((trx, work) => classifyInputs(trx, work, body)),
  }));
};
