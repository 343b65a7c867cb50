import { DUE_DATE_FILTER } from '#domain/listQuery.ts';
import { formatCurrency } from '#domain/money.ts';
import { counted } from '#domain/numberFormat.ts';
import { errorText } from '#web/app/errors.ts';
import { ExportButton } from '#web/app/ExportButton.tsx';
import { useUnknownFilters, withFilter } from '#web/app/listFilters.ts';
import { useListQuery } from '#web/app/useListQuery.ts';
import { AddIcon, TransferIcon, WalletIcon } from '#web/ui/icons.ts';
import {
  Button,
  EmptyState,
  ErrorState,
  Fab,
  IconButton,
  PageHeader,
  PrintTable,
  Screen,
  useIsPhone,
  ViewTabs,
} from '#web/ui/index.ts';
import { WalletDrawer } from './form/WalletDrawer.tsx';
import { WalletStatement } from './statement/WalletStatement.tsx';
import { TransferDialog } from './transfer/TransferDialog.tsx';
import { totalOf, useWallets, type Wallet } from './useWallets.ts';
import { walletColumns } from './columns.ts';
import { isShown, viewOf, views, type View } from './views.ts';
import { WalletList } from './WalletList.tsx';
import styles from './WalletsScreen.module.css';

/** Carteiras (§2 /bank): what each holds, and the statement of the chosen one (`?wallet=`). */
const WalletsScreen = () => {
  const { wallets, error, refetch } = useWallets();
  const { query, setQuery, own, setOwn } = useListQuery();
  useUnknownFilters(query, ['active', DUE_DATE_FILTER]);
  const phone = useIsPhone();
  const view = viewOf(query);
  const shown = wallets?.filter((wallet) => isShown(wallet, view));
  const [openId, transferId, chosenId] = [own('id'), own('transfer'), own('wallet')];
  const chosen = chosenId === null && !phone ? shown?.[0] : wallets?.find(({ id }) => id === chosenId);
  const openNew = () => setOwn('id', 'new');
  const openTransfer = () => setOwn('transfer', 'new');
  const move = (direction: 1 | -1) => {
    const next = shown?.[shown.findIndex(({ id }) => id === openId) + direction];
    if (next) setOwn('id', next.id, 'replace');
  };
  return (
    <Screen>
      {!(phone && chosenId !== null) && (
        <PageHeader
          title="Carteiras"
          summary={shown && summaryOf(shown)}
          actions={
            <>
              <ExportButton title="Carteiras" columns={walletColumns} rows={shown} />
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
              onChange={(id) => setQuery(withFilter(query, 'active', id || null))}
            />
          }
        />
      )}
      {error && !wallets ? (
        <ErrorState message={errorText(error, 'Falha para buscar todas as carteiras')} onRetry={() => void refetch()} />
      ) : (
        <div className={styles.panes}>
          {!(phone && chosenId !== null) && (
            <WalletList
              wallets={shown}
              view={view}
              chosenId={chosen?.id}
              empty={
                wallets?.length === 0 ? (
                  <FirstWallet onNew={openNew} />
                ) : (
                  <NoneInView onClear={() => setQuery(withFilter(query, 'active', null))} />
                )
              }
            />
          )}
          <Statement chosen={chosen} missing={wallets !== undefined && chosenId !== null && !chosen} />
        </div>
      )}
      {chosenId === null && <PrintTable rows={shown ?? []} columns={walletColumns} />}
      {phone && openId === null && <Fab label="Nova transferência" icon={<TransferIcon />} onClick={openTransfer} />}
      {openId !== null && (
        <WalletDrawer
          key={openId === 'new' ? 'new' : 'wallet'}
          id={openId}
          wallets={wallets}
          onClose={() => setOwn('id', null)}
          onMove={shown?.some(({ id }) => id === openId) ? move : undefined}
          onSaved={(id) => setOwn('id', id, 'replace')}
          reload={refetch}
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

const Statement = ({ chosen, missing }: { chosen: Wallet | undefined; missing: boolean }) => {
  if (chosen) return <WalletStatement key={chosen.id} wallet={chosen} />;
  return missing ? <ErrorState message="Carteira não encontrada" /> : null;
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
