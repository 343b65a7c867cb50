import { formatCount } from '#domain/numberFormat.ts';
import { errorText } from '#web/client/errors.ts';
import { downloadFile } from '#web/client/files.ts';
import { notifyFailure } from '#web/client/notify.ts';
import { useImportReportQuery, type ImportOutcome, type ImportReportQuery } from '#web/generated/engineering.ts';
import { DownloadIcon } from '#web/ui/icons.ts';
import {
  Button,
  Card,
  CardList,
  EmptyState,
  ErrorState,
  Pagination,
  SearchBox,
  Skeleton,
  StatusPill,
  useIsPhone,
  ViewTabs,
} from '#web/ui/index.ts';
import { useState } from 'react';
import styles from './ImportScreen.module.css';
import type { ImportJob } from './steps.ts';

type Row = ImportReportQuery['importReport']['content'][number];
type Counts = NonNullable<NonNullable<ImportJob['costDatabaseImport']>['counts']>;

const OUTCOMES = {
  REJECTED: { label: 'Recusada', tone: 'out' },
  WARNING: { label: 'Aviso', tone: 'warning' },
  IGNORED: { label: 'Ignorada', tone: 'neutral' },
  NO_PRICE: { label: 'Sem preço', tone: 'neutral' },
} as const;

const Outcome = ({ outcome }: { outcome: ImportOutcome }) => (
  <StatusPill tone={OUTCOMES[outcome].tone} forecast={outcome === 'NO_PRICE'}>
    {OUTCOMES[outcome].label}
  </StatusPill>
);

const keyOf = ({ sheet, row }: Row): string => `${sheet} ${row}`;

const Table = ({ rows }: { rows: readonly Row[] }) => (
  <div className={styles.scroll} tabIndex={0} role="region" aria-label="Linhas do relatório">
    <table className={styles.table}>
      <thead>
        <tr>
          {['Planilha', 'Linha', 'Código', 'Descrição', 'O que houve', 'Ficou'].map((title) => (
            <th key={title} scope="col" className={title === 'Linha' ? styles.number : undefined}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            <td>{row.sheet}</td>
            <td className={styles.number}>{formatCount(row.row)}</td>
            <td>{row.code ?? '—'}</td>
            <td className={styles.wide}>{row.name ?? '—'}</td>
            <td className={styles.wide}>{row.text}</td>
            <td>
              <Outcome outcome={row.outcome} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

const Cards = ({ rows }: { rows: readonly Row[] }) => (
  <CardList
    ariaLabel="Linhas do relatório"
    items={rows.map((row) => ({
      ...{ id: keyOf(row), title: row.code ?? '—', to: null, endMeta: <Outcome outcome={row.outcome} /> },
      meta: `${row.sheet}, linha ${formatCount(row.row)} · ${row.text}`,
    }))}
  />
);

const tabsOf = (counts: Counts) => {
  const told = counts.rejected + counts.warnings + counts.ignored + counts.withoutPrice;
  return [
    { id: '' as const, label: 'Relatório', count: told },
    { id: 'REJECTED' as const, label: 'Recusadas', count: counts.rejected, tone: 'out' as const },
    { id: 'WARNING' as const, label: 'Avisos', count: counts.warnings },
    { id: 'IGNORED' as const, label: 'Ignoradas', count: counts.ignored },
    { id: 'NO_PRICE' as const, label: 'Sem preço', count: counts.withoutPrice },
  ];
};

/** The rows of the file that are worth telling. */
export const ImportReport = ({ jobId, fileName, counts }: { jobId: string; fileName: string; counts: Counts }) => {
  const [outcome, setOutcome] = useState<ImportOutcome | ''>(counts.rejected > 0 ? 'REJECTED' : '');
  const [search, setSearch] = useState('');
  const [page, setPage] = useState(0);
  const [size, setSize] = useState(25);
  const phone = useIsPhone();
  const { data, previousData, error, refetch } = useImportReportQuery({
    variables: { importId: jobId, page, size, filter: { outcome: outcome || null, search: search || null } },
    fetchPolicy: 'cache-and-network',
  });
  const found = (data ?? previousData)?.importReport;
  const download = () =>
    void downloadFile(
      `/api/v1/engineering/cost-databases/imports/${jobId}/report/csv`,
      `Relatório de ${fileName.replace(/\.xlsx$/, '')}.csv`,
    ).catch(notifyFailure);
  const list = () => {
    if (error && !found) return <ErrorState message={errorText(error)} onRetry={() => void refetch()} />;
    if (!found) return <Skeleton rows={6} />;
    if (found.content.length === 0) return <EmptyState title="Nada a relatar" text="Nenhuma linha nesta vista." />;
    return phone ? <Cards rows={found.content} /> : <Table rows={found.content} />;
  };
  return (
    <Card className={styles.report}>
      <div className={styles.reportHead}>
        <ViewTabs
          ariaLabel="Vistas do relatório"
          tabs={tabsOf(counts)}
          value={outcome}
          onChange={(id) => {
            setOutcome(id);
            setPage(0);
          }}
        />
        <div className={styles.tools}>
          <SearchBox
            label="Código ou texto"
            value={search}
            onChange={(text) => {
              setSearch(text);
              setPage(0);
            }}
          />
          <Button icon={<DownloadIcon />} onClick={download}>
            Baixar CSV
          </Button>
        </div>
      </div>
      {list()}
      <Pagination
        page={page}
        size={size}
        {...(found && { total: found.totalElements })}
        onPage={setPage}
        onSize={(next) => {
          setSize(next);
          setPage(0);
        }}
      />
    </Card>
  );
};
