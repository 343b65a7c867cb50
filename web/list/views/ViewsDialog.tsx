import type { SavedViewRowFragment } from '#web/generated/list.ts';
import { useSession } from '#web/session/sessionContext.ts';
import { DeleteIcon, EditIcon } from '#web/ui/icons.ts';
import { Button, Dialog, IconButton, StatusPill } from '#web/ui/index.ts';
import styles from './views.module.css';

type View = SavedViewRowFragment;

interface ViewsDialogProps {
  views: readonly View[];
  onOpen: (view: View) => void;
  onEdit: (view: View) => void;
  onRemove: (view: View) => void;
  onClose: () => void;
}

/** The views of a list: one's own, and those that others share, which an administrator may change too. */
export const ViewsDialog = ({ views, onOpen, onEdit, onRemove, onClose }: ViewsDialogProps) => {
  const { grantee } = useSession();
  return (
    <Dialog open onClose={onClose} title="Visões salvas" actions={<Button onClick={onClose}>Fechar</Button>}>
      {views.length === 0 ? (
        <p className={styles.hint}>Nenhuma visão salva nesta lista.</p>
      ) : (
        <ul className={styles.list} aria-label="Visões salvas">
          {views.map((view) => (
            <li key={view.id} className={styles.row}>
              <div className={styles.texts}>
                <button type="button" className={styles.name} onClick={() => onOpen(view)}>
                  {view.name}
                </button>
                <span className={styles.meta}>{view.own ? 'sua' : `de ${view.createdByName}`}</span>
              </div>
              {view.shared && <StatusPill tone="info">Compartilhada</StatusPill>}
              {(view.own || grantee.admin) && (
                <>
                  <IconButton label={`Mudar ${view.name}`} icon={<EditIcon />} onClick={() => onEdit(view)} />
                  <IconButton label={`Excluir ${view.name}`} icon={<DeleteIcon />} onClick={() => onRemove(view)} />
                </>
              )}
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
};
