import type { Content } from 'pdfmake/interfaces';
import { formatDate } from '#domain/dates.ts';
import type { Plan } from '#domain/engineering/schedules/network.ts';
import type { CostEstimate } from '#schema/engineering/costEstimates/costEstimates.rest.ts';
import { letterhead, type Letterhead } from '../../../platform/pdf/letterhead.ts';
import type { PdfDocument } from '../../../platform/pdf/pdf.ts';
import type { ScheduleState } from '../state.ts';
import { drawGantt, type Sheet } from './ganttSvg.ts';

/** What a Gantt is printed of. */
export interface PrintedGantt {
  estimate: CostEstimate;
  company: Letterhead;
  state: ScheduleState;
  plan: Plan;
  today: string;
  createdAt: string;
  paper: 'A4' | 'A3';
}

const MARGIN = 28;
const [TOP, BOTTOM] = [66, 36];
/** Width and height of the drawing on a page in points; names have more room on A3. */
const SHEETS: Readonly<Record<PrintedGantt['paper'], Sheet>> = {
  A4: { width: 841 - 2 * MARGIN, height: 595 - TOP - BOTTOM - 6, nameWidth: 190 },
  A3: { width: 1190 - 2 * MARGIN, height: 841 - TOP - BOTTOM - 6, nameWidth: 270 },
};

/** A schedule on paper: table and bars, as many pages as its rows need, the head and the legend on each. */
export const printGantt = (printed: PrintedGantt): PdfDocument => {
  const { estimate, company, plan, today, createdAt, paper } = printed;
  const pages = drawGantt(printed, SHEETS[paper]);
  return {
    ...{ title: `Cronograma ${estimate.code}`, createdAt, landscape: true, paper },
    pageMargins: [MARGIN, TOP, MARGIN, BOTTOM],
    header: letterhead(company, MARGIN, {
      title: `Cronograma · ${estimate.code}`,
      about: [
        `Obra: ${estimate.building.name}`,
        plan.finish === null ? '' : `Termina em ${formatDate(plan.finish)}`,
        `Emitido em ${formatDate(today)}`,
      ],
    }),
    footer: `Prumo · cronograma ${estimate.code}`,
    content: pages.map((svg, index): Content => ({ svg, ...(index > 0 && { pageBreak: 'before' as const }) })),
  };
};
