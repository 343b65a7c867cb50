import { counted } from '#domain/numberFormat.ts';
import { errorText } from '#web/client/errors.ts';
import { useFailureNotice } from '#web/list/useFailureNotice.ts';
import { usePlace } from '#web/session/sessionContext.ts';
import { useEditorKeys } from '#web/form/useEditorKeys.ts';
import { CheckIcon } from '#web/ui/icons.ts';
import { Breadcrumb, Button, DropTarget, ErrorState, PageHeader, Screen, Skeleton, useIsPhone } from '#web/ui/index.ts';
import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { handOver } from '../handOver.ts';
import { Desk } from './Desk.tsx';
import { FirstFiles } from './FilePicker.tsx';
import { Foot } from './Foot.tsx';
import { LeaveQuestion } from './LeaveQuestion.tsx';
import { BANK_STATEMENTS } from '../words.ts';
import { failures, summaryOf, totalOf } from './model.ts';
import { useImportDesk, type ImportDesk } from './useImportDesk.ts';
import styles from './import.module.css';

const Actions = ({ desk: { importing, uploads }, onImport }: { desk: ImportDesk; onImport: () => void }) => {
  const navigate = useNavigate();
  const { lines, ready, current } = importing;
  return (
    <>
      <Button onClick={() => void navigate(BANK_STATEMENTS)}>Cancelar</Button>
      <Button
        variant="primary"
        icon={<CheckIcon />}
        shortcut="Ctrl S"
        busy={current !== null}
        disabled={!ready || uploads.reading}
        onClick={onImport}
      >
        {lines === 0 && ready ? 'Concluir' : `Importar ${counted(lines, 'linha')}`}
      </Button>
    </>
  );
};

const Importing = () => {
  const desk = useImportDesk();
  const { drafts, decisions, uploads, importing, files } = desk;
  const phone = useIsPhone();
  const locked = importing.current !== null;
  const failed = drafts.error != null && !drafts.files ? errorText(drafts.error, failures.drafts) : null;
  useFailureNotice(failed, drafts.files !== undefined);
  const run = () => {
    if (!locked && importing.ready && !uploads.reading) void importing.run();
  };
  useEditorKeys({ onSave: run });
  const isRead = drafts.files !== undefined;
  const { add } = uploads;
  useEffect(() => {
    if (!isRead) return;
    const files = handOver.take();
    if (files.length > 0) add(files);
  }, [add, isRead]);
  const empty = files.length === 0 && uploads.uploads.length === 0;
  const actions = empty ? undefined : <Actions desk={desk} onImport={run} />;
  return (
    <DropTarget
      className={styles.target}
      label="Solte os extratos em OFX ou CSV"
      disabled={locked || !drafts.files}
      onFiles={uploads.add}
    >
      <Screen>
        <div className={styles.crumb}>
          <Breadcrumb steps={[{ label: 'Extratos OFX', to: BANK_STATEMENTS }]} />
        </div>
        <div className={styles.top}>
          <PageHeader
            title="Conferir antes de importar"
            {...(!empty && { summary: summaryOf(files) })}
            actions={phone ? undefined : actions}
          />
        </div>
        {failed !== null && <ErrorState message={failed} onRetry={() => void drafts.refetch()} />}
        {!drafts.files && failed === null && <Skeleton />}
        {drafts.files && empty && (
          <FirstFiles disabled={locked} onFiles={uploads.add} onExamples={drafts.addExamples} />
        )}
        {drafts.files && !empty && (
          <>
            <Desk desk={desk} locked={locked} />
            <Foot counts={totalOf(files)} {...(phone && { actions })} />
          </>
        )}
      </Screen>
      <LeaveQuestion when={decisions.any || uploads.reading || locked} />
    </DropTarget>
  );
};

/** Conferir antes de importar (mock 7b): what would become of each line of the statements that were read. */
const ImportScreen = () => {
  const { companyId } = usePlace();
  return <Importing key={companyId} />;
};

export default ImportScreen;
