import type { ExportColumn } from '#domain/files/table.ts';
import { byText, entryDay, entryState, entryText, type Line, answersOf } from './model.ts';

const stateOf = ({ view, suggestion }: Line): string => {
  if (view === 'RECONCILED') return 'Conciliada';
  if (view === 'IGNORED') return 'Ignorada';
  return suggestion ? 'Sugerida' : 'A conciliar';
};

const answerText = (line: Line): string => {
  const { transfer } = line.suggestion ?? {};
  if (line.view === 'OPEN' && transfer) return `Transferência com ${transfer.wallet.name} (nova)`;
  return answersOf(line)
    .map((entry) =>
      [entryText(entry), entryDay(entry), entryState(entry).text.toLowerCase()].filter(Boolean).join(', '),
    )
    .join('; ');
};

/** The lines of a view with what answers them. */
export const exportColumns: readonly ExportColumn<Line>[] = [
  { title: 'Data', kind: 'date', value: ({ date }) => date },
  { title: 'Histórico', value: ({ memo }) => memo },
  { title: 'Documento', value: ({ document }) => document },
  { title: 'CPF ou CNPJ', value: ({ taxId }) => taxId },
  { title: 'Valor (R$)', kind: 'money', value: ({ amount }) => amount },
  { title: 'Situação', value: stateOf },
  {
    title: 'Certeza',
    value: ({ suggestion, reconciliation }) => {
      const score = reconciliation ? reconciliation.score : suggestion?.score;
      return score == null ? '' : `${score}%`;
    },
  },
  { title: 'No Prumo', value: answerText },
  { title: 'Razões', value: ({ suggestion, ignored }) => ignored?.reason ?? suggestion?.reasons.join('; ') },
  { title: 'Por', value: ({ reconciliation, ignored }) => (reconciliation ?? ignored)?.by?.name },
  {
    title: 'Em',
    value: ({ reconciliation, ignored }) => {
      const done = reconciliation ?? ignored;
      return done && byText({ by: null, at: done.at }).replace('em ', '');
    },
  },
];
