import type { Content } from 'pdfmake/interfaces';
import { formatDate } from '#domain/dates.ts';
import { formatCode } from '#domain/engineering/measurements/bulletinCode.ts';
import type { SheetFigures } from '#domain/engineering/measurements/sheet.ts';
import { maskTaxId } from '#domain/masks.ts';
import { toTenThousandths } from '#domain/money.ts';
import { counted, formatCurrency, formatMoney, formatPercentage, formatQuantity } from '#domain/numberFormat.ts';
import type { MeasurementRow } from '#schema/engineering/measurements/measurements.rest.ts';
import { letterhead } from '../../platform/pdf/letterhead.ts';
import type { PdfDocument } from '../../platform/pdf/pdf.ts';
import { photoAnnex } from './bulletinPhotos.ts';
import { sheetTable } from './bulletinTable.ts';
import type { BulletinFacts } from './facts.ts';
import type { Issued } from './issue.ts';
import type { PrintedPhoto } from './photoPrints.ts';
import { figuresOf } from './sheet.ts';

/** What a printed measurement is made of. */
export interface PrintedMeasurement extends Issued {
  rows: readonly MeasurementRow[];
  photos: readonly PrintedPhoto[];
}

const MARGIN = 28;
const WIDTH = 595.28 - 2 * MARGIN;
const MUTED = '#53646d';
const ACCENT = '#00697d';
const BAR = 200;

const taxIdText = (taxId: string | null): string =>
  taxId === null ? '' : `${taxId.length === 11 ? 'CPF' : 'CNPJ'} ${maskTaxId(taxId)}`;

const header = ({ facts, logo }: PrintedMeasurement): Content => {
  const { number, periodStart, periodEnd } = facts.measurement;
  const period = `${formatDate(periodStart)} a ${formatDate(periodEnd)}`;
  return {
    stack: [
      letterhead({ ...facts.company, logo }, MARGIN, {
        title: `Boletim de medição nº ${number}`,
        about: [period, `emitido em ${formatDate(facts.issuedOn)}`],
      }),
    ],
  };
};

const rule: Content = {
  canvas: [{ type: 'line', x1: 0, y1: 0, x2: WIDTH, y2: 0, lineWidth: 1.2, lineColor: ACCENT }],
  margin: [0, 0, 0, 8],
};

const personText = ({ building }: BulletinFacts): string =>
  [building.technicalName, building.technicalTitle].filter((text) => text !== null).join(', ');

/** Heads of the parties: the customer orders and the company carries out, or the company orders and a contractor does. */
const about = (facts: BulletinFacts): Content => {
  const { measurement, building, partner } = facts;
  const customer = measurement.kind === 'CUSTOMER';
  const part = (title: string, name: string, more: string): Content => ({
    stack: [
      { text: title, bold: true, color: MUTED, fontSize: 7 },
      { text: name === '' ? 'não informado' : name, bold: true, margin: [0, 2, 0, 1] },
      { text: more, color: MUTED },
    ],
  });
  const prices = customer ? 'Preços do orçamento' : 'Preços do contratado';
  const { code, description } = measurement.costEstimate;
  return {
    columnGap: 10,
    margin: [0, 0, 0, 10],
    columns: [
      part('OBRA', building.name, building.address ?? ''),
      part(customer ? 'CONTRATANTE' : 'CONTRATADA', partner?.name ?? '', taxIdText(partner?.taxId ?? null)),
      part('ORÇAMENTO', `${code} · ${description}`, prices),
      part('RESPONSÁVEL TÉCNICO', personText(facts), building.technicalRegistration ?? ''),
    ],
  };
};

/** Lines above the contract, with what was said of them. */
const excesses = (rows: readonly MeasurementRow[], figures: SheetFigures): string[] =>
  rows.flatMap((row, index) => {
    const line = figures.lineAt(index);
    if (!line || toTenThousandths(line.excess) === 0n) return [];
    const who = row.updatedBy === null ? '' : ` por ${row.updatedBy.name}`;
    const accepted = row.excessConfirmed ? `, aceito${who}: ${row.reason ?? ''}` : '';
    return [
      `${row.code}: excedente de ${formatQuantity(line.excess)} ${row.unit ?? ''} (${formatCurrency(line.excessValue)})${accepted}`,
    ];
  });

const money = ({ measurement }: BulletinFacts): Content => {
  const { number, kind } = measurement;
  const lines = [
    [number > 1 ? `Medido até a medição ${number - 1}` : 'Medido antes', measurement.previousValue],
    ['Nesta medição', measurement.periodValue],
    ['Acumulado', measurement.accumulatedValue],
    [`Retenção contratual de ${formatPercentage(measurement.retentionPercentage)}`, `-${measurement.retentionValue}`],
  ];
  const due = `${kind === 'CUSTOMER' ? 'A receber' : 'A pagar'} até ${formatDate(measurement.dueDate)}`;
  const strong = { bold: true, fontSize: 9.5 };
  return {
    layout: 'rows',
    table: {
      widths: ['*', 'auto'],
      body: [
        [{ text: 'Resumo financeiro', bold: true, fontSize: 9 }, ''],
        ...lines.map(([name = '', value = '0']) => [name, { text: formatMoney(value), alignment: 'right' as const }]),
        [
          { text: due, ...strong },
          { text: formatCurrency(measurement.netValue), alignment: 'right' as const, ...strong },
        ],
      ],
    },
  };
};

/** Length of the part of a bar that a percentage fills, in whole points: a drawing, no figure. */
const barLength = (percentage: string | null): number => {
  const share = toTenThousandths(percentage ?? '0');
  return Math.max(0, Math.min(BAR, Number((share * BigInt(BAR)) / 1_000_000n)));
};

const progress = ({ measurement }: BulletinFacts): Content => {
  const { previousPercentage, percentage, photoCount } = measurement;
  const bar = (w: number, color: string) => ({ type: 'rect' as const, x: 0, y: 0, w, h: 7, r: 3, color });
  const line = (name: string, value: string): Content => ({
    columns: [name, { text: value, alignment: 'right' }],
    margin: [0, 5, 0, 0],
  });
  return {
    margin: [14, 2, 0, 0],
    stack: [
      { text: 'Avanço físico', bold: true, fontSize: 9, margin: [0, 0, 0, 7] },
      {
        canvas: [
          bar(BAR, '#e6ebee'),
          ...(barLength(percentage) > 0 ? [bar(barLength(percentage), '#5fa9c4')] : []),
          ...(barLength(previousPercentage) > 0 ? [bar(barLength(previousPercentage), ACCENT)] : []),
        ],
      },
      line('Medido', percentage === null ? '-' : formatPercentage(percentage)),
      ...(photoCount > 0 ? [line('Fotos do período', `${photoCount}, no anexo 2`)] : []),
    ],
  };
};

/** Who signs: a line over a name and a role. */
const signatures = (facts: BulletinFacts): Content => {
  const { measurement, company, partner, building } = facts;
  const [contractor, customer] =
    measurement.kind === 'CUSTOMER' ? [company.name, partner?.name ?? ''] : [partner?.name ?? '', company.name];
  const sign = (name: string, ...roles: string[]): Content => ({
    alignment: 'center',
    stack: [
      { canvas: [{ type: 'line', x1: 0, y1: 0, x2: 160, y2: 0, lineWidth: 0.8 }] },
      { text: name === '' ? ' ' : name, margin: [0, 3, 0, 0] },
      ...roles.filter((text) => text !== '').map((text) => ({ text, color: MUTED })),
    ],
  });
  const { technicalTitle, technicalRegistration, technicalName } = building;
  return {
    unbreakable: true,
    margin: [0, 52, 0, 0],
    columnGap: 20,
    columns: [
      sign(customer, 'pelo contratante'),
      sign(contractor, 'pela contratada'),
      sign(
        technicalName ?? '',
        'responsável técnico',
        [technicalTitle, technicalRegistration].filter((text) => text !== null).join(', '),
      ),
    ],
  };
};

/** Where the code is checked, as text and to be read by a camera. */
const verification = (code: string, site: string): Content => {
  const address = `${site}/${formatCode(code)}`;
  return {
    unbreakable: true,
    margin: [0, 24, 0, 0],
    columnGap: 10,
    columns: [
      { qr: address, fit: 62, eccLevel: 'M', width: 'auto' },
      {
        width: '*',
        margin: [0, 14, 0, 0],
        color: MUTED,
        stack: [
          { text: [`Código de conferência `, { text: formatCode(code), bold: true, color: '#17242b' }] },
          `Confira número, período e totais deste boletim em ${address}`,
        ],
      },
    ],
  };
};

const ANNEXED = 'São impressos os serviços com medição no período; a relação completa está no anexo 1.';

const annexTitle = (text: string): Content => ({
  text,
  bold: true,
  fontSize: 10,
  pageBreak: 'before',
  margin: [0, 0, 0, 6],
});

const contentOf = (printed: PrintedMeasurement): Content[] => {
  const { facts, code, rows, photos } = printed;
  const { number } = facts.measurement;
  const figures = figuresOf(rows);
  const notes = [ANNEXED, ...excesses(rows, figures)];
  return [
    rule,
    about(facts),
    sheetTable(rows, figures, { number, all: false }),
    { margin: [0, 6, 0, 10], color: MUTED, fontSize: 7, stack: notes.map((text) => ({ text })) },
    {
      unbreakable: true,
      columns: [
        { width: '*', stack: [money(facts)] },
        { width: BAR + 14, stack: [progress(facts)] },
      ],
    },
    signatures(facts),
    ...(code !== null && facts.site !== null ? [verification(code, facts.site)] : []),
    annexTitle('Anexo 1: relação completa dos serviços'),
    sheetTable(rows, figures, { number, all: true }),
    ...(photos.length > 0
      ? [
          annexTitle(`Anexo 2: ${counted(photos.length, 'foto do período', 'fotos do período')}`),
          ...photoAnnex(rows, photos),
        ]
      : []),
  ];
};

/**
 * The measurement sheet (boletim): lines with movement, excesses, what is to be paid, who signs; annex 1 has all lines,
 * annex 2 the photos.
 */
export const printMeasurement = (printed: PrintedMeasurement): PdfDocument => {
  const { facts, code } = printed;
  const { number, costEstimate } = facts.measurement;
  const name = `boletim ${number} de ${costEstimate.code}`;
  return {
    title: `Boletim de medição ${number} de ${costEstimate.code}`,
    createdAt: facts.createdAt,
    landscape: false,
    pageMargins: [MARGIN, 70, MARGIN, 38],
    header: header(printed),
    footer: code === null ? `Prumo · ${name}` : `Prumo · ${name} · código de conferência ${formatCode(code)}`,
    ...(code === null ? { watermark: 'PRÉVIA' } : {}),
    content: contentOf(printed),
  };
};
