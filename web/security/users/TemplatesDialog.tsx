import { counted } from '#domain/numberFormat.ts';
import { errorText } from '#web/client/errors.ts';
import { notifyFailure, notifySuccess } from '#web/client/notify.ts';
import {
  PermissionTemplatesDocument,
  useDeletePermissionTemplateMutation,
  usePermissionTemplatesQuery,
  type PermissionTemplateRowFragment,
} from '#web/generated/security.ts';
import { Button, ConfirmDialog, Dialog, EmptyState, ErrorState, IconButton, Skeleton } from '#web/ui/index.ts';
import { DeleteIcon, EditIcon, UsersIcon } from '#web/ui/icons.ts';
import { useState } from 'react';
import { permissionsText } from './model.ts';
import { TemplateForm } from './TemplateForm.tsx';
import styles from './TemplatesDialog.module.css';

type Template = PermissionTemplateRowFragment;

const givenText = ({ permissions, groups }: Template): string =>
  [permissionsText(permissions), ...(groups > 0 ? [`dado por ${counted(groups, 'grupo')}`] : [])].join(' · ');

const List = ({ templates, onEdit }: { templates: readonly Template[]; onEdit: (template: Template) => void }) => {
  const [removed, setRemoved] = useState<Template | null>(null);
  const [remove] = useDeletePermissionTemplateMutation({
    context: { quiet: true },
    refetchQueries: [PermissionTemplatesDocument],
  });
  const confirm = async ({ id }: Template) => {
    try {
      await remove({ variables: { id } });
      notifySuccess('Modelo excluído');
    } catch (error) {
      notifyFailure(error, 'Falha para excluir modelo');
    }
  };
  return (
    <>
      <ul className={styles.list}>
        {templates.map((template) => (
          <li key={template.id}>
            <div className={styles.text}>
              <strong>{template.name}</strong>
              <span>{givenText(template)}</span>
            </div>
            <div className={styles.actions}>
              <IconButton
                icon={<DeleteIcon />}
                label={`Excluir ${template.name}`}
                onClick={() => setRemoved(template)}
              />
              <IconButton icon={<EditIcon />} label={`Editar ${template.name}`} onClick={() => onEdit(template)} />
            </div>
          </li>
        ))}
      </ul>
      <ConfirmDialog
        open={removed !== null}
        danger
        title={`Excluir o modelo ${removed?.name ?? ''}?`}
        text="Quem recebeu as permissões dele à mão continua com elas."
        confirm="Excluir"
        onCancel={() => setRemoved(null)}
        onConfirm={() => {
          if (removed) void confirm(removed);
          setRemoved(null);
        }}
      />
    </>
  );
};

/** Modelos de permissões: what users get by hand, and members of groups by themselves. */
export const TemplatesDialog = ({ onClose }: { onClose: () => void }) => {
  const { data, error, refetch } = usePermissionTemplatesQuery({
    fetchPolicy: 'cache-and-network',
    context: { quiet: true },
  });
  // Undefined: the list; null: a new one.
  const [edited, setEdited] = useState<Template | null>();
  if (edited !== undefined) return <TemplateForm template={edited} onClose={() => setEdited(undefined)} />;
  const templates = data?.permissionTemplates;
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title="Modelos de permissões"
      actions={
        <>
          <Button onClick={onClose}>Fechar</Button>
          <Button variant="primary" onClick={() => setEdited(null)} disabled={!templates}>
            Novo modelo
          </Button>
        </>
      }
    >
      {!templates ? (
        error ? (
          <ErrorState message={errorText(error)} onRetry={() => void refetch()} />
        ) : (
          <Skeleton rows={4} />
        )
      ) : templates.length === 0 ? (
        <EmptyState
          icon={<UsersIcon />}
          title="Nenhum modelo"
          text="Um modelo guarda permissões sob um nome, como Comprador ou Engenheiro da obra: para aplicar a usuários, ou para os grupos do acesso único darem."
        />
      ) : (
        <List templates={templates} onEdit={setEdited} />
      )}
    </Dialog>
  );
};
