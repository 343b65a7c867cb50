import { formatDate } from '#domain/dates.ts';
import { monthName, REGIMES } from '#domain/engineering/publishedPrices.ts';
import { counted, formatCount } from '#domain/numberFormat.ts';
import { formatBytes } from '#web/client/bytes.ts';
import { DocumentIcon } from '#web/ui/icons.ts';
import { Card } from '#web/ui/index.ts';
import styles from './ImportScreen.module.css';
import type { ImportJob } from './steps.ts';

type Facts = NonNullable<ImportJob['costDatabaseImport']>;

/** "SD, CD e sem encargos" */
export const REGIME_LABELS = {
  SD: 'Sem desoneração (SD)',
  CD: 'Com desoneração (CD)',
  SE: 'Sem encargos (SE)',
} as const;

const statesText = ({ states, chosenStates }: Facts): string => {
  if (chosenStates.length === 0) return formatCount(states.length);
  const named = chosenStates.length <= 6 ? `: ${chosenStates.join(', ')}` : '';
  return `${formatCount(chosenStates.length)} de ${formatCount(states.length)}${named}`;
};

const factsOf = (facts: Facts): [string, string][] => {
  const { month, emittedOn, regimes, chosenRegimes, existingTables, previousMonth } = facts;
  if (month === null) return [];
  const chosen = chosenRegimes.length > 0 ? chosenRegimes : regimes;
  return [
    ['Referência', `${monthName(month)}${emittedOn ? `, emitida em ${formatDate(emittedOn)}` : ''}`],
    ['Estados', statesText(facts)],
    ['Regimes', REGIMES.filter((regime) => chosen.includes(regime)).join(', ')],
    [
      'Substitui',
      existingTables === 0
        ? `nada: ${monthName(month)} ainda não existe`
        : counted(existingTables, 'tabela deste mês', 'tabelas deste mês'),
    ],
    ['Anterior', previousMonth === null ? 'nenhum mês antes deste' : `SINAPI ${monthName(previousMonth)}`],
  ];
};

/** The file, and what it says of itself. */
export const ImportFacts = ({ facts }: { facts: Facts }) => (
  <Card className={styles.side}>
    <div className={styles.file}>
      <DocumentIcon aria-hidden="true" />
      <div>
        <div className={styles.fileName}>{facts.fileName}</div>
        <div className={styles.muted}>{formatBytes(facts.fileSize)}</div>
      </div>
    </div>
    <dl className={styles.facts}>
      {factsOf(facts).map(([label, text]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  </Card>
);
