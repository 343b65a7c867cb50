import { FETCH_STATEMENT_FAILED } from '#domain/messages.ts';
import { dateFilterRange } from '#domain/dateFilter.ts';
import { addDays, addMonths, formatDate, startOfMonth, type DateRange } from '#domain/dates.ts';
import { formatCurrency } from '#domain/money.ts';
import { errorText } from '#web/client/errors.ts';
import { ExportButton } from '#web/list/ExportButton.tsx';
import { PrintedPage } from '#web/list/print/PrintedPage.tsx';
import { useFacts } from '#web/list/print/useFacts.ts';
import { useKeptScroll } from '#web/list/useKeptScroll.ts';
import { EditIcon } from '#web/ui/icons.ts';
import {
  Banner,
  Breadcrumb,
  Button,
  CardList,
  DataGrid,
  EmptyState,
  ErrorState,
  FigureStrip,
  Pagination,
  PeriodPicker,
  preloadGrid,
  Skeleton,
  StatusPill,
  today,
  useIsOnePane,
  useIsPhone,
} from '#web/ui/index.ts';
import { useFailureNotice } from '#web/list/useFailureNotice.ts';
import { lazy, Suspense, useEffect, useMemo } from 'react';
import { useNavigate } from 'react-router-dom';
import { ignoredSentence } from '../texts.ts';
import { useWalletAddress } from '../useWalletAddress.ts';
import type { Wallet } from '../useWallets.ts';
import { statementCard, statementColumns } from './columns.tsx';
import { readDocument, useLineAddress, writeDocument } from './lines.ts';
import { lastThirtyDays, useStatement } from './useStatement.ts';
import styles from './WalletStatement.module.css';

const OpenDocument = lazy(() => import('./OpenDocument.tsx'));

interface WalletStatementProps {
  wallet: Wallet;
  /** Called when a document that was open over the statement, and may have changed balances, is closed. */
  onChanged: () => void;
}

/** Extrato: the movements of a wallet in a period, with the balance after each. A document opens over it. */
export const WalletStatement = ({ wallet, onChanged }: WalletStatementProps) => {
  const state = useStatement(wallet.id);
  const document = readDocument(state.own('document'));
  const phone = useIsPhone();
  useEffect(() => {
    if (!phone) void preloadGrid();
  }, [phone]);
  const scroll = useKeptScroll<HTMLElement>('statement', state.ready, JSON.stringify(state.query));
  const { statement, period, error } = state;
  const failure = error ? errorText(error, FETCH_STATEMENT_FAILED) : null;
  useFailureNotice(failure, state.ready && failure === null);
  const { facts } = useFacts(state, {
    columns: fileColumns,
    filterWords: [
      { label: 'Carteira', value: wallet.identifier },
      { label: 'Período', value: `${formatDate(period.start)} – ${formatDate(addDays(period.end, -1))}` },
    ],
  });
  const fetchPage = async (page: number, rows: number) => {
    const answer = await state.fetchPage(page, rows);
    const sums = figuresOf(answer, period).map(({ label, value }) => ({ label, value }));
    return answer && { ...answer, sums };
  };
  return (
    <section className={styles.pane} aria-labelledby="wallet-name" {...scroll}>
      <Heading wallet={wallet} onEdit={state.openWallet} />
      <div className={styles.tools}>
        <PeriodPicker
          label="Período"
          ariaLabel="Período do extrato"
          value={period}
          onChange={state.setPeriod}
          presets={presets()}
          clearable={false}
        />
        <ExportButton
          title={`Extrato ${wallet.identifier}`}
          columns={fileColumns}
          facts={facts}
          printKey
          fetchPage={fetchPage}
        />
      </div>
      <Ignored wallet={wallet} onEdit={state.openWallet} />
      {failure !== null && !state.ready ? (
        <ErrorState message={failure} onRetry={state.refetch} />
      ) : (
        <>
          <div className={styles.figures}>
            <FigureStrip figures={figuresOf(statement, period)} />
          </div>
          <Lines state={state} phone={phone} />
          <PrintedPage
            rows={statement?.content ?? []}
            columns={fileColumns}
            facts={facts}
            page={{ number: state.number, size: state.size, total: statement?.totalElements }}
          />
          <Pagination
            page={state.number}
            size={state.size}
            total={statement?.totalElements}
            onPage={state.setPage}
            onSize={state.setSize}
          />
        </>
      )}
      {document && (
        <Suspense>
          <OpenDocument
            document={document}
            lines={statement?.content ?? []}
            onGo={(next) => {
              state.setOwn('document', next && writeDocument(next), next ? 'replace' : 'push');
              if (!next) onChanged();
            }}
          />
        </Suspense>
      )}
    </section>
  );
};

const fileColumns = statementColumns(() => null);

interface Figures {
  openingBalance: string;
  moneyIn: string;
  moneyOut: string;
  closingBalance: string;
}

/** The balances around the period, and what came and went in it. */
const figuresOf = (statement: Figures | null | undefined, { start, end }: DateRange) => [
  { label: `Saldo antes de ${formatDate(start)}`, value: statement?.openingBalance, tone: 'sign' as const },
  { label: 'Entradas', value: statement?.moneyIn, tone: 'in' as const },
  { label: 'Saídas', value: statement?.moneyOut, tone: 'out' as const },
  { label: `Saldo em ${formatDate(addDays(end, -1))}`, value: statement?.closingBalance, tone: 'sign' as const },
];

const presets = () => {
  const day = today();
  const month = startOfMonth(day);
  return [
    { label: 'Últimos 30 dias', range: lastThirtyDays(day) },
    { label: 'Este mês', range: dateFilterRange({ key: 'thisMonth' }, day) },
    { label: 'Mês passado', range: { start: addMonths(month, -1), end: month } },
    { label: 'Últimos 12 meses', range: lastYear() },
  ];
};

const lastYear = () => ({ start: addMonths(addDays(today(), 1), -12), end: addDays(today(), 1) });

const Heading = ({ wallet, onEdit }: { wallet: Wallet; onEdit: () => void }) => {
  const onePane = useIsOnePane();
  const addressOf = useWalletAddress();
  const Title = onePane ? 'h1' : 'h2';
  const { identifier, description, active, initialBalance, balanceDate } = wallet;
  return (
    <header className={styles.heading}>
      {onePane && (
        <Breadcrumb
          steps={[
            { label: 'Início', to: '/home' },
            { label: 'Financeiro' },
            { label: 'Carteiras', to: addressOf(null) },
          ]}
        />
      )}
      <div className={styles.titleRow}>
        <Title id="wallet-name" className={styles.title}>
          {identifier}
        </Title>
        {!active && <StatusPill tone="neutral">Inativa</StatusPill>}
        <span className={styles.edit}>
          <Button icon={<EditIcon />} onClick={onEdit}>
            Editar
          </Button>
        </span>
      </div>
      <p className={styles.about}>
        {[description, initialBalance && `Abriu com ${formatCurrency(initialBalance)} em ${formatDate(balanceDate)}`]
          .filter(Boolean)
          .join(' · ')}
      </p>
    </header>
  );
};

const Ignored = ({ wallet, onEdit }: { wallet: Wallet; onEdit: () => void }) => {
  const count = wallet.balance?.ignoredMovements ?? 0;
  if (count === 0) return null;
  return (
    <div className={styles.banner}>
      <Banner tone="warning" action={<Button onClick={onEdit}>Rever saldo inicial</Button>}>
        {ignoredSentence(count, wallet.balanceDate)}
      </Banner>
    </div>
  );
};

const Lines = ({ state, phone }: { state: ReturnType<typeof useStatement>; phone: boolean }) => {
  const addressOf = useLineAddress();
  const navigate = useNavigate();
  const columns = useMemo(() => statementColumns(addressOf), [addressOf]);
  const { statement, loading } = state;
  const lines = statement?.content ?? [];
  const empty = (
    <EmptyState
      title="Nenhum movimento neste período"
      text="O extrato mostra pagamentos, recebimentos e transferências desde a data do saldo inicial."
      action={<Button onClick={() => state.setPeriod(lastYear())}>Ver os últimos 12 meses</Button>}
    />
  );
  if (phone) {
    if (lines.length > 0) {
      return <CardList ariaLabel="Extrato" items={lines.map((line) => statementCard(line, addressOf(line)))} />;
    }
    return loading && !statement ? <Skeleton rows={6} /> : empty;
  }
  return (
    <div className={styles.grid}>
      <DataGrid
        ariaLabel="Extrato"
        rows={lines}
        columns={columns}
        rowId={({ key }) => key}
        loading={loading}
        empty={empty}
        sort={state.sort}
        onSort={state.setSort}
        onOpen={(line) => {
          const address = addressOf(line);
          if (address) void navigate(address);
        }}
      />
    </div>
  );
};
