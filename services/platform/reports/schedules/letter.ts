import { periodWords, type Days, type PeriodKind, type RelativePeriod } from '#domain/reports/schedule.ts';
import type { ReportLine, ReportPreview } from '#schema/reports/reports.rest.ts';
import { letterText } from '../../letterText.ts';
import type { Letter } from '../../mail.ts';
import { plainName } from '../../plainName.ts';

/** What a mail with a report says. */
export interface LetterFacts {
  /** Null for an address without a user. */
  reader: { name: string; address: string } | null;
  address: string;
  maker: string;
  periodKind: PeriodKind;
  period: RelativePeriod | null;
  days: Days | null;
  preview: ReportPreview;
  /** Formats that could not be made, and why; files that are too long for a mail. */
  remarks: readonly string[];
  /** Opens the report, or where its files are. */
  link: string;
}

export const subjectOf = ({
  preview: { title },
  periodKind,
  period,
  days,
}: Pick<LetterFacts, 'preview' | 'periodKind' | 'period' | 'days'>): string =>
  period === null || days === null ? title : `${title} — ${periodWords(periodKind, period, days)}`;

/** "Valor: 1.234,56", for each column that is added up. */
const totalsOf = ({ columns, lines }: ReportPreview): string[] => {
  const total: ReportLine | undefined = lines.find(({ kind }) => kind === 'TOTAL');
  return (total?.cells ?? []).flatMap((cell, index) => {
    const column = columns[index];
    return index === 0 || cell === '' || !column ? [] : [`${column.title}: ${cell}`];
  });
};

/** A report as a mail, without its files. */
export const letterOf = (facts: LetterFacts): Pick<Letter, 'subject' | 'text' | 'html' | 'to'> => {
  const { reader, address, maker, preview, remarks, link } = facts;
  const { title, about, company, count, notes } = preview;
  const totals = totalsOf(preview);
  const lines = [
    ...(reader ? [`Olá, ${plainName(reader.name)}.`] : []),
    count === 0
      ? `Sem movimento: ${title}, de ${plainName(company.name)}, não tem linhas no período.`
      : `${title}, de ${plainName(company.name)}.`,
    about.join('\n'),
    ...(count > 0 && totals.length > 0 ? [['Total', ...totals].join('\n')] : []),
    ...notes,
    ...remarks,
  ];
  const mayLeave = 'Para deixar de receber, abra Relatórios, Agendados e escolha Parar de receber.';
  const foot = `Agendado por ${plainName(maker)}. ${reader ? `Você recebe só o que pode ver. ${mayLeave}` : 'Para deixar de receber, peça a essa pessoa.'}`;
  const text = letterText(
    { subject: subjectOf(facts), lines, foot, ...(reader ? { button: 'Abrir relatório' } : {}) },
    link,
  );
  return { ...text, to: { name: reader ? plainName(reader.name) : '', address } };
};
