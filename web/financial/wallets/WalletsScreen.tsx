import { DUE_DATE_FILTER } from '#domain/listQuery.ts';
import { FETCH_WALLETS_FAILED } from '#domain/messages.ts';
import { formatCurrency } from '#domain/money.ts';
import { counted } from '#domain/numberFormat.ts';
import { ChangedPlaces } from '#web/list/ChangedPlaces.tsx';
import { errorText } from '#web/client/errors.ts';
import { Failure, gone } from '#web/client/Failure.tsx';
import { ExportButton } from '#web/list/ExportButton.tsx';
import { FilterChips } from '#web/list/FilterChips.tsx';
import { PrintedPage } from '#web/list/print/PrintedPage.tsx';
import { useFacts } from '#web/list/print/useFacts.ts';
import { equals, filterText, specs, unreadOf, withFilter, type FilterSpecs } from '#web/list/listFilters.ts';
import { UnreadFilters } from '#web/list/UnreadFilters.tsx';
import { useListQuery } from '#web/list/useListQuery.ts';
import { useStayingRows } from '#web/list/useStayingRows.ts';
import { useFailureNotice } from '#web/list/useFailureNotice.ts';
import { AddIcon, TransferIcon, WalletIcon } from '#web/ui/icons.ts';
import {
  Button,
  EmptyState,
  ErrorState,
  Fab,
  FilterBar,
  IconButton,
  PageHeader,
  Screen,
  useIsOnePane,
  useIsPhone,
  ViewTabs,
} from '#web/ui/index.ts';
import { useMemo } from 'react';
import { WalletDrawer } from './form/WalletDrawer.tsx';
import { WalletStatement } from './statement/WalletStatement.tsx';
import { TransferDialog } from './transfer/TransferDialog.tsx';
import { totalOf, useWallets, type Wallet } from './useWallets.ts';
import { walletColumns } from './columns.ts';
import { isShown, viewOf, views, type View } from './views.ts';
import { WalletList } from './WalletList.tsx';
import styles from './WalletsScreen.module.css';

/** `from` and `to` are the days of the statement. */
const filters: FilterSpecs = {
  active: specs.view('true', 'false'),
  identifier: specs.text('Nome'),
  description: specs.text('Descrição'),
  [DUE_DATE_FILTER]: { label: 'Período', reads: () => false },
};

/** Carteiras (§2 /bank): the balances, and the statement of the chosen wallet (`?wallet=`). */
const WalletsScreen = () => {
  const { wallets, loading, refreshing, error, live, refetch } = useWallets();
  const list = useListQuery();
  const { query, setQuery, own, setOwn } = list;
  const failure = error ? errorText(error, FETCH_WALLETS_FAILED) : null;
  useFailureNotice(failure, wallets !== undefined && failure === null);
  const phone = useIsPhone();
  const onePane = useIsOnePane();
  const view = viewOf(query);
  const matching = useMemo(
    () =>
      wallets?.filter(
        (wallet) =>
          isShown(wallet, view) &&
          equals(query, 'identifier', wallet.identifier) &&
          equals(query, 'description', wallet.description),
      ),
    [wallets, view, query],
  );
  const { rows, left: moved } = useStayingRows({
    view: JSON.stringify(query.filters),
    rows: matching,
    loading,
    refreshing,
    now: ({ id }) => wallets?.find((wallet) => wallet.id === id) ?? null,
  });
  const left = useMemo(() => new Set([...moved, ...live.gone]), [moved, live.gone]);
  const shown = wallets && rows;
  const [openId, transferId, chosenId] = [own('id'), own('transfer'), own('wallet')];
  const chosen = chosenId === null && !onePane ? shown?.[0] : wallets?.find(({ id }) => id === chosenId);
  const { facts } = useFacts({ query, filters, sort: [] }, { columns: walletColumns, tabs: views });
  const openNew = () => setOwn('id', 'new');
  const openTransfer = () => setOwn('transfer', 'new');
  const move = (direction: 1 | -1) => {
    const next = shown?.[shown.findIndex(({ id }) => id === openId) + direction];
    if (next) setOwn('id', next.id, 'replace');
  };
  return (
    <Screen>
      {!(onePane && chosenId !== null) && (
        <PageHeader
          title="Carteiras"
          summary={
            matching && (
              <>
                {summaryOf(matching)}
                <ChangedPlaces left={left.size} added={live.added} onRefresh={() => void refetch()} />
              </>
            )
          }
          actions={
            <>
              <ExportButton
                title="Carteiras"
                columns={walletColumns}
                rows={matching}
                facts={facts}
                printKey={chosen === undefined}
                totals={matching && [{ label: 'Saldo', value: totalOf(matching) }]}
              />
              {phone ? (
                <IconButton label="Nova carteira" icon={<AddIcon />} onClick={openNew} />
              ) : (
                <Button icon={<AddIcon />} onClick={openNew}>
                  Nova carteira
                </Button>
              )}
              {!phone && (
                <Button variant="primary" icon={<TransferIcon />} onClick={openTransfer}>
                  Nova transferência
                </Button>
              )}
            </>
          }
          tabs={
            <ViewTabs<View>
              ariaLabel="Situação"
              tabs={views.map((tab) => ({
                ...tab,
                count: wallets?.filter((wallet) => isShown(wallet, tab.id)).length,
              }))}
              value={view}
              onChange={(id) => setQuery((now) => withFilter(now, 'active', id || null))}
            />
          }
        />
      )}
      <UnreadFilters unread={unreadOf(list, filters, ['date'])} list={list} />
      {(filterText(query, 'identifier') ?? filterText(query, 'description')) !== undefined && (
        <FilterBar>
          <FilterChips filters={filters} list={list} />
        </FilterBar>
      )}
      {failure !== null && !wallets ? (
        <ErrorState message={failure} onRetry={() => void refetch()} />
      ) : (
        <div className={styles.panes}>
          {!(onePane && chosenId !== null) && (
            <WalletList
              wallets={shown}
              left={left}
              changed={live.changed}
              view={view}
              chosenId={chosen?.id}
              empty={
                wallets?.length === 0 ? (
                  <FirstWallet onNew={openNew} />
                ) : (
                  <NoneInView onClear={() => setQuery((now) => withFilter(now, 'active', null))} />
                )
              }
            />
          )}
          <Statement
            chosen={chosen}
            missing={wallets !== undefined && chosenId !== null && !chosen}
            onChanged={() => void refetch()}
          />
        </div>
      )}
      {chosenId === null && <PrintedPage rows={shown ?? []} columns={walletColumns} facts={facts} />}
      {phone && openId === null && <Fab label="Nova transferência" icon={<TransferIcon />} onClick={openTransfer} />}
      {openId !== null && (
        <WalletDrawer
          id={openId}
          wallets={wallets}
          onClose={() => setOwn('id', null)}
          onMove={shown?.some(({ id }) => id === openId) ? move : undefined}
          onSaved={(id) => setOwn('id', id, 'replace')}
          onReload={() => void refetch()}
        />
      )}
      {transferId !== null && wallets && (
        <TransferDialog id={transferId} wallets={wallets} from={chosen} onClose={() => setOwn('transfer', null)} />
      )}
    </Screen>
  );
};

export default WalletsScreen;

const summaryOf = (wallets: readonly Wallet[]): string =>
  `${counted(wallets.length, 'carteira')} · ${formatCurrency(totalOf(wallets))}`;

interface StatementProps {
  chosen: Wallet | undefined;
  missing: boolean;
  onChanged: () => void;
}

const Statement = ({ chosen, missing, onChanged }: StatementProps) => {
  if (chosen) return <WalletStatement key={chosen.id} wallet={chosen} onChanged={onChanged} />;
  if (!missing) return null;
  const remedy = gone('/home/forms/transactions/bank', 'Ver todas as carteiras');
  return <Failure error={null} message="Carteira não encontrada" onRetry={() => undefined} remedy={remedy} />;
};

const FirstWallet = ({ onNew }: { onNew: () => void }) => (
  <EmptyState
    icon={<WalletIcon />}
    title="Nenhuma carteira ainda"
    text="Cadastre a conta do banco, o caixa ou o cartão, com o saldo de hoje."
    action={
      <Button variant="primary" icon={<AddIcon />} onClick={onNew}>
        Nova carteira
      </Button>
    }
  />
);

const NoneInView = ({ onClear }: { onClear: () => void }) => (
  <EmptyState title="Nenhuma carteira nesta situação" action={<Button onClick={onClear}>Limpar filtros</Button>} />
);
