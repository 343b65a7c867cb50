import { formatDate } from '#domain/dates.ts';
import { notifyFailure, notifySuccess } from '#web/client/notify.ts';
import { ReportsDocument, useDeleteSavedReportMutation } from '#web/generated/reports.ts';
import { useSession } from '#web/session/sessionContext.ts';
import { DeleteIcon } from '#web/ui/icons.ts';
import { ConfirmDialog, dayOf, EmptyState, IconButton, StatusPill } from '#web/ui/index.ts';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { addressOf, type SavedReport } from './model.ts';
import styles from './lists.module.css';

/** Reports that were saved with their parameters: one's own, and those that others share. */
export const SavedList = ({ saved, companyId }: { saved: readonly SavedReport[]; companyId: string }) => {
  const { grantee } = useSession();
  const [leaving, setLeaving] = useState<SavedReport | null>(null);
  const [forget] = useDeleteSavedReportMutation({ refetchQueries: [ReportsDocument], context: { quiet: true } });
  const remove = async ({ id, name }: SavedReport): Promise<void> => {
    setLeaving(null);
    try {
      await forget({ variables: { companyId, id } });
      notifySuccess('Relatório excluído', { detail: name });
    } catch (error) {
      notifyFailure(error);
    }
  };
  if (saved.length === 0)
    return (
      <EmptyState
        title="Nenhum relatório salvo"
        text="Escolha um relatório, ajuste os parâmetros e use Salvar relatório (Ctrl+S)."
      />
    );
  return (
    <>
      <ul className={styles.list} aria-label="Relatórios salvos">
        {saved.map((one) => (
          <li key={one.id} className={styles.row}>
            <div className={styles.texts}>
              <Link to={addressOf(one)} className={styles.name}>
                {one.name}
              </Link>
              <span className={styles.meta}>
                {one.title} · {one.own ? 'seu' : `de ${one.createdByName}`}, {formatDate(dayOf(one.createdAt))}
              </span>
            </div>
            {one.shared && <StatusPill tone="info">Compartilhado</StatusPill>}
            {(one.own || grantee.admin) && (
              <IconButton label={`Excluir ${one.name}`} icon={<DeleteIcon />} onClick={() => setLeaving(one)} />
            )}
          </li>
        ))}
      </ul>
      {leaving && (
        <ConfirmDialog
          open
          title="Excluir este relatório salvo?"
          text={`“${leaving.name}” deixa de existir${leaving.shared ? ' para todos' : ''}. Os dados ficam como estão.`}
          confirm="Excluir"
          danger
          onConfirm={() => void remove(leaving)}
          onCancel={() => setLeaving(null)}
        />
      )}
    </>
  );
};
