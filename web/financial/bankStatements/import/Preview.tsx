import { formatDate } from '#domain/dates.ts';
import { formatCount } from '#domain/numberFormat.ts';
import { useOfxPairsQuery } from '#web/generated/financial.ts';
import { usePlace } from '#web/session/sessionContext.ts';
import { ArrowRightIcon } from '#web/ui/icons.ts';
import { EmptyState, FigureStrip, Select, useIsPhone } from '#web/ui/index.ts';
import { useState, type Ref } from 'react';
import { LineSection } from './LineSection.tsx';
import { accountName, SECTIONS, type Account, type Draft, type LineStatus } from './model.ts';
import type { Decisions } from './useDecisions.ts';
import styles from './lines.module.css';

export interface PreviewProps {
  draft: Draft;
  account: Account;
  decisions: Decisions;
  locked: boolean;
  ref?: Ref<HTMLElement>;
}

type Filter = LineStatus | 'ALL';

const FILTERS: readonly { value: Filter; label: string }[] = [
  { value: 'ALL', label: 'Todas as linhas' },
  ...(['NEW', 'CONFLICT', 'KNOWN', 'IGNORED', 'WAITING'] as const).map((status) => ({
    value: status,
    label: SECTIONS.find((section) => section.status === status)?.filter ?? status,
  })),
];

/** How many new lines something in Prumo may answer; undefined while it is asked, and where it cannot be. */
const usePairs = ({ id }: Draft, { position, wallet }: Account) => {
  const { companyId } = usePlace();
  const { data } = useOfxPairsQuery({
    variables: { companyId, id, account: position },
    skip: wallet === null,
    // It follows from the wallet and from what was typed meanwhile.
    fetchPolicy: 'cache-and-network',
    context: { quiet: true },
  });
  return wallet === null ? undefined : (data?.bankStatementPairs ?? undefined);
};

const Figures = ({ draft, account, decisions }: Omit<PreviewProps, 'locked' | 'ref'>) => {
  const { counts, ledger } = account;
  const entering = decisions.entering(draft.id, account.position);
  const open = counts.conflict - entering;
  const pairs = usePairs(draft, account);
  return (
    <FigureStrip
      figures={[
        { label: 'Linhas no arquivo', text: formatCount(counts.lines) },
        {
          label: 'Entram agora',
          text: formatCount(counts.new + entering) + (open > 0 ? ` + ${formatCount(open)} em conflito` : ''),
        },
        {
          label: 'Novas que já têm par',
          text: pairs ? `${formatCount(pairs.suggested)} de ${formatCount(pairs.lines)}` : '–',
        },
        ledger
          ? { label: `Saldo em ${formatDate(ledger.date)}`, value: ledger.amount, tone: 'sign' }
          : { label: 'Saldo', text: 'não informado' },
      ]}
    />
  );
};

const Lines = ({ draft, account, decisions, locked, filter }: PreviewProps & { filter: Filter }) => {
  const phone = useIsPhone();
  const sections = SECTIONS.filter(
    ({ status, count }) => account.counts[count] > 0 && (filter === 'ALL' || filter === status),
  );
  if (sections.length === 0) return <EmptyState title="Nenhuma linha aqui" />;
  return (
    <table className={styles.lines}>
      <caption className="visuallyHidden">Linhas de {draft.name}</caption>
      <thead>
        <tr>
          <th scope="col">Data</th>
          <th scope="col" className={styles.history}>
            Histórico
          </th>
          {!phone && <th scope="col">Motivo</th>}
          <th scope="col" className={styles.amount}>
            Valor (R$)
          </th>
        </tr>
      </thead>
      {sections.map((section) => (
        <LineSection
          key={section.status}
          section={section}
          count={account.counts[section.count]}
          draft={draft}
          account={account.position}
          decisions={decisions}
          locked={locked}
        />
      ))}
    </table>
  );
};

/** The lines of one account of a file, by what becomes of them. */
export const Preview = (props: PreviewProps) => {
  const { draft, account, ref } = props;
  const [filter, setFilter] = useState<Filter>('ALL');
  return (
    <section ref={ref} className={styles.preview} aria-label={`Linhas de ${draft.name}`}>
      <header className={styles.header}>
        <h2 className={styles.title}>
          {draft.name}
          {draft.accounts.length > 1 && <span className={styles.of}> {accountName(account)}</span>}{' '}
          <ArrowRightIcon aria-label="para" className={styles.arrow} />{' '}
          {account.wallet?.identifier ?? <span className={styles.none}>sem carteira</span>}
        </h2>
        <span className={styles.filter}>
          <Select ariaLabel="Linhas a mostrar" value={filter} options={FILTERS} onChange={setFilter} />
        </span>
      </header>
      <div className={styles.figures}>
        <Figures {...props} />
      </div>
      <Lines {...props} filter={filter} />
    </section>
  );
};
