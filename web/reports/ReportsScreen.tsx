import { counted } from '#domain/numberFormat.ts';
import { copyLink } from '#web/client/copyLink.ts';
import { errorText } from '#web/client/errors.ts';
import { Failure, usualPeriod } from '#web/client/Failure.tsx';
import { useEditorKeys } from '#web/form/useEditorKeys.ts';
import {
  useReportFilesQuery,
  useReportPreviewQuery,
  useReportSchedulesQuery,
  useReportsQuery,
} from '#web/generated/reports.ts';
import { useSession } from '#web/session/sessionContext.ts';
import { BackIcon, LinkIcon, ReportIcon, SaveIcon } from '#web/ui/icons.ts';
import {
  Button,
  Card,
  EmptyState,
  ErrorState,
  Menu,
  PageHeader,
  Screen,
  Skeleton,
  useDelayed,
  useIsPhone,
  ViewTabs,
} from '#web/ui/index.ts';
import { useSettled } from '#web/ui/useSettled.ts';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { CatalogueList } from './CatalogueList.tsx';
import { Downloads } from './Downloads.tsx';
import { FilesList } from './FilesList.tsx';
import { isComplete, isUnderWay, parametersOf, type ReportEntry } from './model.ts';
import { Paper } from './Paper.tsx';
import { Parameters } from './Parameters.tsx';
import { SaveDialog } from './SaveDialog.tsx';
import { SavedList } from './SavedList.tsx';
import { ScheduleCard } from './ScheduleCard.tsx';
import { SchedulesList } from './SchedulesList.tsx';
import type { Schedule } from './schedules.ts';
import { useReportView, type ReportTab, type ReportView } from './useReportView.ts';
import styles from './screen.module.css';

/** Milliseconds after the last change, until a preview is asked for. */
const SETTLED = 300;
const LOOK_EVERY = 1_000;

const useFiles = (companyId: string) => {
  const [running, setRunning] = useState(false);
  const { data } = useReportFilesQuery({
    variables: { companyId },
    skip: companyId === '',
    fetchPolicy: 'cache-and-network',
    pollInterval: running ? LOOK_EVERY : 0,
    context: { quiet: true },
  });
  const files = data?.files ?? [];
  const isRunning = files.some(isUnderWay);
  if (isRunning !== running) setRunning(isRunning);
  return files;
};

const useSchedules = (companyId: string): readonly Schedule[] | undefined => {
  const { data } = useReportSchedulesQuery({
    variables: { companyId },
    skip: companyId === '',
    fetchPolicy: 'cache-and-network',
    context: { quiet: true },
  });
  return data?.schedules ?? undefined;
};

/** The preview of what is chosen; the one before stays, dimmed, while it is read. */
const usePreview = (entry: ReportEntry, view: ReportView) => {
  const wanted = JSON.stringify(parametersOf(entry, view.chosen));
  const settled = useSettled(wanted, SETTLED);
  const { data, previousData, loading, error, refetch } = useReportPreviewQuery({
    variables: {
      ...{ companyId: view.companyId, report: entry.report },
      parameters: JSON.parse(settled) as ReturnType<typeof parametersOf>,
    },
    skip: view.companyId === '' || !isComplete(entry, view.chosen) || settled !== wanted,
    fetchPolicy: 'cache-and-network',
    context: { quiet: true },
  });
  const shown = (data ?? previousData)?.preview ?? undefined;
  const preview = shown?.report === entry.report ? shown : undefined;
  return { preview, isStale: loading || settled !== wanted, error, refetch };
};

interface Scheduled {
  /** Undefined while they are read. */
  schedules: readonly Schedule[] | undefined;
}

const Report = ({ entry, view, schedules }: { entry: ReportEntry; view: ReportView } & Scheduled) => {
  const { grantee } = useSession();
  const { preview, isStale, error, refetch } = usePreview(entry, view);
  const stale = useDelayed(isStale);
  return (
    <div className={styles.report}>
      <div className={styles.middle}>
        <Parameters
          entry={entry}
          view={view}
          shown={{ from: preview?.parameters.from ?? null, to: preview?.parameters.to ?? null }}
        />
        <div className={styles.desk} aria-busy={isStale || undefined}>
          {error && !isStale ? (
            <Failure
              error={error}
              message={errorText(error)}
              onRetry={() => void refetch()}
              remedy={usualPeriod(() => view.setPeriod(null, null))}
            />
          ) : preview ? (
            <Paper preview={preview} stale={stale} />
          ) : (
            <Skeleton rows={14} />
          )}
        </div>
      </div>
      <aside className={styles.side} aria-label="Arquivos do relatório">
        <Downloads entry={entry} view={view} preview={error ? undefined : preview} />
        <ScheduleCard entry={entry} view={view} schedules={schedules} />
        {grantee.admin && (
          <Card title="Pasta do contador">
            <p className={styles.hint}>Planilhas, extratos, notas e anexos de um mês em um arquivo só.</p>
            <Link to="/home/forms/transactions/month-closing">Abrir Fechamento do mês</Link>
          </Card>
        )}
      </aside>
    </div>
  );
};

const Catalogue = ({
  catalogue,
  view,
  schedules,
}: { catalogue: readonly ReportEntry[]; view: ReportView } & Scheduled) => {
  const phone = useIsPhone();
  const entry = catalogue.find(({ report }) => report === view.report);
  if (phone && entry)
    return (
      <div className={styles.phone}>
        <Button variant="subtle" icon={<BackIcon />} onClick={() => view.open(null)}>
          Todos os relatórios
        </Button>
        <Report key={entry.report} entry={entry} view={view} schedules={schedules} />
      </div>
    );
  return (
    <div className={styles.columns}>
      <CatalogueList catalogue={catalogue} view={view} />
      {entry ? (
        <Report key={entry.report} entry={entry} view={view} schedules={schedules} />
      ) : (
        !phone && (
          <EmptyState
            icon={<ReportIcon />}
            title={view.report === null ? 'Escolha um relatório' : 'Você não tem acesso a este relatório'}
            text="O catálogo mostra o que você pode emitir nesta empresa."
          />
        )
      )}
    </div>
  );
};

const Actions = ({ entry, view }: { entry: ReportEntry; view: ReportView }) => {
  const [saving, setSaving] = useState(false);
  const [link, setLink] = useState<string | null>(null);
  const phone = useIsPhone();
  const save = () => setSaving(true);
  const share = () => void copyLink(view.shared()).then((shown) => setLink(shown));
  useEditorKeys({ onSave: save });
  return (
    <>
      {link !== null && <output className={styles.link}>{link}</output>}
      {phone ? (
        <Menu
          trigger={<Button icon={<SaveIcon />}>Salvar</Button>}
          actions={[
            { label: 'Salvar relatório', icon: <SaveIcon />, onClick: save },
            { label: 'Compartilhar', icon: <LinkIcon />, onClick: share },
          ]}
        />
      ) : (
        <>
          <Button variant="subtle" icon={<LinkIcon />} onClick={share}>
            Compartilhar
          </Button>
          <Button variant="primary" icon={<SaveIcon />} shortcut="Ctrl S" onClick={save}>
            Salvar relatório
          </Button>
        </>
      )}
      {saving && <SaveDialog entry={entry} view={view} onClose={() => setSaving(false)} />}
    </>
  );
};

/** Relatórios (§2 /reports, mock 29): what the user may run, as preview and as files. */
const ReportsScreen = () => {
  const view = useReportView();
  const { companyId, tab } = view;
  const { data, error, refetch } = useReportsQuery({
    variables: { companyId },
    skip: companyId === '',
    fetchPolicy: 'cache-and-network',
    context: { quiet: true },
  });
  const files = useFiles(companyId);
  const schedules = useSchedules(companyId);
  const phone = useIsPhone();
  const catalogue = data?.catalogue ?? [];
  const saved = data?.saved ?? [];
  const entry = tab === 'catalogue' ? catalogue.find(({ report }) => report === view.report) : undefined;
  const tabs: { id: ReportTab; label: string; count: number }[] = [
    { id: 'catalogue', label: 'Catálogo', count: catalogue.length },
    { id: 'saved', label: 'Salvos', count: saved.length },
    { id: 'schedules', label: 'Agendados', count: schedules?.length ?? 0 },
    { id: 'files', label: 'Arquivos', count: files.length },
  ];
  return (
    <Screen>
      <PageHeader
        title="Relatórios"
        summary={
          data && !(phone && entry)
            ? `${counted(catalogue.length, 'relatório')} · ${counted(saved.length, 'salvo')} · ${counted(schedules?.length ?? 0, 'agendado')}`
            : undefined
        }
        actions={entry && <Actions key={entry.report} entry={entry} view={view} />}
        tabs={<ViewTabs tabs={tabs} value={tab} onChange={view.setTab} ariaLabel="Relatórios" />}
      />
      <div className={styles.body}>
        {data ? (
          <>
            {tab === 'catalogue' && <Catalogue catalogue={catalogue} view={view} schedules={schedules} />}
            {tab === 'saved' && <SavedList saved={saved} companyId={companyId} />}
            {tab === 'schedules' && <SchedulesList schedules={schedules ?? []} catalogue={catalogue} view={view} />}
            {tab === 'files' && <FilesList files={files} companyId={companyId} />}
          </>
        ) : error ? (
          <ErrorState message={errorText(error)} onRetry={() => void refetch()} />
        ) : (
          <Skeleton rows={12} />
        )}
      </div>
    </Screen>
  );
};

export default ReportsScreen;
