import { counted } from '#domain/numberFormat.ts';
import { formatDate } from '#domain/dates.ts';
import { errorText } from '#web/client/errors.ts';
import { ExportButton } from '#web/list/ExportButton.tsx';
import { useFacts } from '#web/list/print/useFacts.ts';
import { UnreadFilters } from '#web/list/UnreadFilters.tsx';
import { useSession } from '#web/session/sessionContext.ts';
import { withFilter } from '#web/list/listFilters.ts';
import { useFailureNotice } from '#web/list/useFailureNotice.ts';
import { useKeptScroll } from '#web/list/useKeptScroll.ts';
import { DocumentIcon, SettingsIcon, UploadIcon } from '#web/ui/icons.ts';
import {
  Banner,
  Button,
  DropTarget,
  EmptyState,
  ErrorState,
  IconButton,
  PageHeader,
  Screen,
  Skeleton,
  useIsPhone,
  ViewTabs,
} from '#web/ui/index.ts';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { FilesDrawer } from '../files/FilesDrawer.tsx';
import { handOver } from '../handOver.ts';
import { IMPORT } from '../words.ts';
import { ClosingDialog } from './dialogs/ClosingDialog.tsx';
import { LimitDialog } from './dialogs/LimitDialog.tsx';
import { Questions } from './dialogs/Questions.tsx';
import { DeskFilters } from './DeskFilters.tsx';
import { EmptyDesk } from './EmptyDesk.tsx';
import { DriftBanner, EquationStrip } from './EquationStrip.tsx';
import { exportColumns } from './exportColumns.ts';
import { Foot, VIEW_WORDS } from './Foot.tsx';
import { type Desk, VIEWS } from './model.ts';
import { PhoneCards } from './PhoneCards.tsx';
import { SelectionBar } from './SelectionBar.tsx';
import { TwoSides } from './TwoSides.tsx';
import { useActs, type Acts } from './useActs.ts';
import { useDesk, type DeskState } from './useDesk.ts';
import { useDeskWork } from './useDeskWork.ts';
import { failures } from './words.ts';
import styles from './desk.module.css';

const TITLE = 'Extratos OFX';

const KINDS: Readonly<Record<string, string>> = {
  CHECKING: 'conta corrente',
  SAVINGS: 'poupança',
  CREDITCARD: 'cartão',
  CREDITLINE: 'conta garantida',
  MONEYMRKT: 'aplicação',
};

/** "Itaú · conta corrente 33810-2, ag. 0441" */
const accountText = ({ wallet }: DeskState, desk: Desk | null | undefined): string | undefined => {
  const name = wallet.options.find(({ id }) => id === wallet.walletId)?.label;
  const account = desk?.account;
  if (name === undefined || !account) return name;
  const { kind, number, branch } = account;
  if (number === '') return name;
  return `${name} · ${KINDS[kind] ?? 'conta'} ${number}${branch === '' ? '' : `, ag. ${branch}`}`;
};

/** "9 linhas a conciliar · até 20/11/2026" */
const phoneText = (desk: Desk | null | undefined): string | undefined =>
  desk
    ? [`${counted(desk.counts.open, 'linha')} a conciliar`, desk.equation && `até ${formatDate(desk.equation.date)}`]
        .filter(Boolean)
        .join(' · ')
    : undefined;

const Tabs = ({ state: { list, view }, desk }: { state: DeskState; desk: Desk | null | undefined }) => {
  const counts = desk?.counts;
  const countOf = {
    OPEN: counts?.open,
    SUGGESTED: counts?.suggested,
    RECONCILED: counts?.reconciled,
    IGNORED: counts?.ignored,
  };
  return (
    <ViewTabs
      ariaLabel="Situação"
      value={view}
      tabs={VIEWS.map((id) => ({
        ...{ id, label: VIEW_WORDS[id], count: countOf[id] },
        ...(id === 'OPEN' && { tone: 'warning' as const }),
      }))}
      onChange={(id) => list.setQuery((now) => withFilter(now, 'view', id === 'OPEN' ? null : id))}
    />
  );
};

/** The rows of one view of one wallet, what is ticked in them, and the foot. */
const Rows = ({ state, acts, desk }: { state: DeskState; acts: Acts; desk: Desk }) => {
  const work = useDeskWork(state, acts);
  const navigate = useNavigate();
  const [closing, setClosing] = useState(false);
  const scroll = useKeptScroll('desk', state.rows !== undefined, JSON.stringify(state.list.query));
  const { phone } = work;
  const receive = (files: readonly File[]) => {
    handOver.give(files);
    void navigate(IMPORT);
  };
  return (
    <>
      <DeskFilters
        state={state}
        acceptable={desk.counts.acceptable}
        accepting={work.all.reading || (acts.busy.size > 0 && desk.acceptable.every((id) => acts.busy.has(id)))}
        onAcceptAll={work.all.run}
      />
      {phone ? (
        <DriftBanner state={state} desk={desk} />
      ) : (
        <EquationStrip state={state} desk={desk} onClose={() => setClosing(true)} />
      )}
      {desk.tooMany && (
        <div className={styles.notice}>
          <Banner tone="info">
            Há mais linhas a conciliar do que se comparam de uma vez: as sugestões são das 2.000 mais antigas.
          </Banner>
        </div>
      )}
      <div className={styles.scroll} {...scroll} aria-busy={state.rows === undefined || undefined}>
        {!state.rows && <Skeleton rows={8} />}
        {state.rows && work.lines.length === 0 && <EmptyDesk state={state} desk={desk} onFiles={receive} />}
        {state.rows &&
          work.lines.length > 0 &&
          (phone ? <PhoneCards desk={work} closed={desk.reconciledThrough} /> : <TwoSides desk={work} />)}
      </div>
      {!phone && <SelectionBar desk={work} />}
      <Foot state={state} desk={desk} />
      <Questions desk={work} />
      {closing && (
        <ClosingDialog
          desk={desk}
          walletId={state.wallet.walletId}
          onChanged={acts.readAgain}
          onClose={() => setClosing(false)}
        />
      )}
    </>
  );
};

/** What stands below the head: the rows, or why there are none. */
const Body = ({ state, acts }: { state: DeskState; acts: Acts }) => {
  const { list, wallet, view } = state;
  const failure = list.error ? errorText(list.error, failures.desk) : null;
  useFailureNotice(failure, list.ready && failure === null);
  if (wallet.none)
    return (
      <EmptyState
        title="Nenhuma carteira"
        text="Cadastre em Carteiras a conta do banco, e importe o extrato dela aqui."
      />
    );
  if (failure !== null && !list.page) return <ErrorState message={failure} onRetry={list.refetch} />;
  if (!list.page) return <Skeleton rows={10} />;
  return <Rows key={`${wallet.walletId} ${view}`} state={state} acts={acts} desk={list.page} />;
};

/** Extratos OFX (§2 /ofx-files; mock 7): the lines that banks sent beside what answers them, and their files (`?side=files`). */
const DeskScreen = () => {
  const state = useDesk();
  const acts = useActs();
  const navigate = useNavigate();
  const phone = useIsPhone();
  const { admin } = useSession().grantee;
  const [limiting, setLimiting] = useState(false);
  const { list } = state;
  const desk = list.page;
  const { facts } = useFacts(list, {
    columns: [],
    ...{ tabKey: 'view', viewWords: { label: 'Situação', value: VIEW_WORDS[state.view] } },
    filterWords: [
      { label: 'Carteira', value: accountText(state, desk) ?? '' },
      { label: 'Certeza mínima', value: `${state.minimum}%` },
    ],
  });
  const files = () => list.setOwn('side', 'files');
  const startImport = () => void navigate(IMPORT);
  return (
    <DropTarget
      className={styles.target}
      label="Solte os extratos em OFX ou CSV"
      disabled={phone}
      onFiles={(dropped) => {
        handOver.give(dropped);
        startImport();
      }}
    >
      <Screen>
        <PageHeader
          title={TITLE}
          summary={phone ? phoneText(desk) : accountText(state, desk)}
          actions={
            <>
              {phone ? (
                <IconButton label="Arquivos" icon={<DocumentIcon />} onClick={files} />
              ) : (
                <Button variant="subtle" icon={<DocumentIcon />} onClick={files}>
                  Arquivos
                </Button>
              )}
              {admin && desk && (
                <IconButton label="Limite de diferenças" icon={<SettingsIcon />} onClick={() => setLimiting(true)} />
              )}
              <ExportButton title={TITLE} columns={exportColumns} facts={facts} fetchPage={list.fetchPage} />
              {!phone && (
                <Button variant="primary" icon={<UploadIcon />} onClick={startImport}>
                  Importar extratos
                </Button>
              )}
            </>
          }
          tabs={<Tabs state={state} desk={desk} />}
        />
        <UnreadFilters unread={list.unread} list={list} />
        <Body state={state} acts={acts} />
      </Screen>
      {limiting && desk && (
        <LimitDialog limit={desk.differenceLimit} onChanged={acts.readAgain} onClose={() => setLimiting(false)} />
      )}
      {list.own('side') === 'files' && <FilesDrawer onClose={() => list.setOwn('side', null)} />}
    </DropTarget>
  );
};

export default DeskScreen;
