import { monthName } from '#domain/engineering/publishedPrices.ts';
import { counted } from '#domain/numberFormat.ts';
import { errorText } from '#web/client/errors.ts';
import { useLatestImportQuery } from '#web/generated/engineering.ts';
import { useSession } from '#web/session/sessionContext.ts';
import {
  Banner,
  Breadcrumb,
  Button,
  Card,
  ConfirmDialog,
  ErrorState,
  PageHeader,
  Segments,
  Skeleton,
  StatusPill,
  timeOf,
  useIsPhone,
} from '#web/ui/index.ts';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { ImportChoice } from './ImportChoice.tsx';
import { ImportFacts } from './ImportFacts.tsx';
import { ImportProgress } from './ImportProgress.tsx';
import { ImportReport } from './ImportReport.tsx';
import { ImportResult } from './ImportResult.tsx';
import styles from './ImportScreen.module.css';
import { ImportSteps } from './ImportSteps.tsx';
import { ImportUpload } from './ImportUpload.tsx';
import { OWN_SOURCES, type ImportSource } from './own/formats.ts';
import { OwnImport } from './own/OwnImport.tsx';
import { isOpen, isReading, stepOf, type ImportJob } from './steps.ts';
import { useImport, type FollowedImport } from './useImport.ts';

const TABLES = '/home/forms/product-table';
/** Who may import published prices. */
const PUBLISHED = { anyOf: ['ENGINEERING'] } as const;
const path = [{ label: 'Tabelas de insumos', to: TABLES }];

const STATE = {
  QUEUED: { label: 'Na fila', tone: 'neutral' },
  RUNNING: { label: 'Em andamento', tone: 'info' },
  WAITING: { label: 'Espera por você', tone: 'warning' },
  DONE: { label: 'Concluída', tone: 'in' },
  FAILED: { label: 'Não concluída', tone: 'out' },
  CANCELLED: { label: 'Cancelada', tone: 'neutral' },
} as const;

const titleOf = (job: ImportJob | undefined): string => {
  const month = job?.costDatabaseImport?.month;
  return month ? `Importar SINAPI ${monthName(month)}` : 'Importar SINAPI';
};

const Summary = ({ job }: { job: ImportJob }) => (
  <span className={styles.summary}>
    <StatusPill tone={STATE[job.state].tone}>{job.cancelRequested ? 'Cancelando' : STATE[job.state].label}</StatusPill>
    {`começou às ${timeOf(job.createdAt)}, por ${job.createdBy.name}`}
  </span>
);

/** What stands in the place of the work: the question, the progress, or the result. */
const Work = ({ job, progress, answer, busy }: FollowedImport & { job: ImportJob }) => {
  const facts = job.costDatabaseImport;
  if (facts?.question === 'STATES') {
    return (
      <ImportChoice
        states={facts.states}
        regimes={facts.regimes}
        busy={busy}
        onChoose={(choice) => answer({ states: choice.states, regimes: choice.regimes })}
      />
    );
  }
  if (progress.length === 0) return isOpen(job) ? <Skeleton rows={4} /> : null;
  const elapsed = isReading(job, progress) ? (facts?.elapsedSeconds ?? null) : null;
  return <ImportProgress progress={progress} elapsed={elapsed} />;
};

const Rejected = ({ job, answer, busy, onNewFile }: FollowedImport & { job: ImportJob; onNewFile: () => void }) => {
  const facts = job.costDatabaseImport;
  if (facts?.question !== 'REJECTED_ROWS' || !facts.counts) return null;
  const them = facts.counts.rejected === 1 ? 'ela' : 'elas';
  const rows = counted(facts.counts.rejected, 'linha recusada', 'linhas recusadas');
  const out =
    facts.leftOut === 0
      ? ''
      : ` Sem ${them}, ${counted(facts.leftOut, 'composição fica', 'composições ficam')} de fora.`;
  return (
    <Banner
      tone="warning"
      action={
        <>
          <Button onClick={onNewFile} busy={busy}>
            Novo arquivo
          </Button>
          <Button variant="primary" busy={busy} onClick={() => answer({ withoutRejected: true })}>
            Gravar sem {them}
          </Button>
        </>
      }
    >
      <strong>{rows}.</strong> Nada foi gravado ainda.{out} Grave o mês sem {them}, ou corrija a planilha e envie de
      novo.
    </Banner>
  );
};

/** Rejected rows while the rest is still being read: the choice comes at its end. */
const RejectedSoFar = ({ job, progress }: Pick<FollowedImport, 'progress'> & { job: ImportJob }) => {
  const rejected = job.costDatabaseImport?.counts?.rejected ?? 0;
  if (rejected === 0 || !isReading(job, progress)) return null;
  const them = rejected === 1 ? 'ela' : 'elas';
  return (
    <Banner tone="warning">
      <strong>{counted(rejected, 'linha recusada', 'linhas recusadas')} até aqui.</strong> No fim da leitura você
      escolhe: gravar o mês sem {them} ou corrigir a planilha e enviar de novo.
    </Banner>
  );
};

const FollowedScreen = ({ id, onNewFile }: { id: string; onNewFile: () => void }) => {
  const followed = useImport(id);
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const { job, progress, error, cancel } = followed;
  const phone = useIsPhone();
  const facts = job?.costDatabaseImport;
  const cancelFor = (then: () => void) => void cancel().then((isCancelled) => isCancelled && then());
  if (error !== undefined) return <ErrorState message={errorText(error)} onRetry={onNewFile} />;
  if (!job) return <Skeleton rows={8} />;
  const actions = isOpen(job) ? (
    <>
      <Button variant="subtle" onClick={() => void navigate(TABLES)}>
        Sair e avisar quando terminar
      </Button>
      <Button disabled={job.cancelRequested} onClick={() => setAsking(true)}>
        Cancelar importação
      </Button>
    </>
  ) : (
    <Button onClick={onNewFile}>Novo arquivo</Button>
  );
  return (
    <>
      <PageHeader title={titleOf(job)} summary={<Summary job={job} />} actions={phone ? undefined : actions} />
      {phone && <div className={styles.actions}>{actions}</div>}
      <Rejected {...followed} job={job} onNewFile={() => cancelFor(onNewFile)} />
      {!isOpen(job) && <ImportResult job={job} />}
      <div className={styles.columns}>
        <Card className={styles.main}>
          <ImportSteps current={stepOf(job, progress)} done={job.state === 'DONE'} />
          <Work {...followed} job={job} />
        </Card>
        <div className={styles.aside}>
          {facts && <ImportFacts facts={facts} />}
          {isOpen(job) && (
            <Card title="Tudo ou nada" className={styles.side}>
              <p className={styles.line}>
                Nada aparece nas buscas antes da gravação. Se a leitura falhar ou for cancelada, fica tudo como estava.
              </p>
              <RejectedSoFar job={job} progress={progress} />
            </Card>
          )}
        </div>
      </div>
      {facts?.counts && !isReading(job, progress) && (
        <ImportReport key={job.id} jobId={job.id} fileName={facts.fileName} counts={facts.counts} />
      )}
      <ConfirmDialog
        open={asking}
        title="Cancelar a importação?"
        text="Nada será gravado; o relatório do que foi lido continua aqui."
        confirm="Cancelar importação"
        cancel="Voltar"
        danger
        onConfirm={() => cancelFor(() => setAsking(false))}
        onCancel={() => setAsking(false)}
      />
    </>
  );
};

const ACTIVE = ['QUEUED', 'RUNNING', 'WAITING'];

/** Without an import in the address: the one that goes on, else the choice of a file. */
const PublishedStart = ({ onStarted }: { onStarted: (id: string) => void }) => {
  const { data, loading } = useLatestImportQuery({ fetchPolicy: 'network-only' });
  const latest = data?.jobs?.content[0];
  if (loading) return <Skeleton rows={4} />;
  const active = latest !== undefined && ACTIVE.includes(latest.state) ? latest.id : null;
  return (
    <>
      {active !== null && (
        <Banner tone="info" action={<Button onClick={() => onStarted(active)}>Abrir</Button>}>
          Já há uma importação em andamento.
        </Banner>
      )}
      <Card>
        <ImportSteps current={0} done={false} />
      </Card>
      {active === null && <ImportUpload onStarted={onStarted} />}
    </>
  );
};

/** What is imported: the published prices of a month, or a file of the account's own. */
const StartScreen = ({ source, onSource, onStarted }: StartScreenProps) => {
  const { may } = useSession();
  const offered = [
    ...(may(PUBLISHED) ? [{ value: 'sinapi' as const, label: 'SINAPI' }] : []),
    ...OWN_SOURCES.filter(({ rule }) => may(rule)).map(({ id, label }) => ({ value: id, label })),
  ];
  const current = offered.find(({ value }) => value === source)?.value ?? offered[0]?.value;
  const own = OWN_SOURCES.find(({ id }) => id === current);
  return (
    <>
      <PageHeader
        title={own?.title ?? 'Importar SINAPI'}
        summary={own ? 'De um arquivo para uma tabela da empresa' : 'Preços publicados de um mês, por estado e regime'}
      />
      {offered.length > 1 && current && (
        <div className={styles.sources}>
          <Segments ariaLabel="O que importar" value={current} options={offered} onChange={onSource} />
        </div>
      )}
      {own ? <OwnImport key={own.id} source={own} /> : <PublishedStart onStarted={onStarted} />}
    </>
  );
};

interface StartScreenProps {
  source: string | null;
  onSource: (source: ImportSource) => void;
  onStarted: (id: string) => void;
}

/**
 * Imports into cost databases: the published prices of a month (mock 25), one import of which the address names (`?job=`),
 * or a file of the account's own (`?origem=`).
 */
const ImportScreen = () => {
  const [search, setSearch] = useSearchParams();
  const id = search.get('job');
  return (
    <div className={styles.screen}>
      <Breadcrumb steps={path} />
      {id === null ? (
        <StartScreen
          source={search.get('origem')}
          onSource={(origem) => setSearch({ origem }, { replace: true })}
          onStarted={(job) => setSearch({ job })}
        />
      ) : (
        <FollowedScreen key={id} id={id} onNewFile={() => setSearch({})} />
      )}
    </div>
  );
};

export default ImportScreen;
