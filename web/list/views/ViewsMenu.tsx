import type { ViewedList } from '#domain/savedViews.ts';
import { errorText } from '#web/client/errors.ts';
import type { SavedViewRowFragment } from '#web/generated/list.ts';
import { usePlace } from '#web/session/sessionContext.ts';
import { CheckIcon, EyeIcon, SaveIcon, SettingsIcon } from '#web/ui/icons.ts';
import { Button, ConfirmDialog, IconButton, Menu, useIsPhone, type MenuAction } from '#web/ui/index.ts';
import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import type { ListState } from '../useListQuery.ts';
import { listAt } from './listAt.ts';
import { useViews } from './useViews.ts';
import { ViewDialog } from './ViewDialog.tsx';
import { ViewsDialog } from './ViewsDialog.tsx';

type View = SavedViewRowFragment;
type Asked = { kind: 'save' | 'all' } | { kind: 'edit' | 'remove'; view: View };

interface ViewsMenuProps {
  list: Pick<ListState, 'query' | 'setQuery'>;
}

/** Saved views of the list at this address: opens one, keeps the state of the list as one, renames, shares, deletes. */
export const ViewsMenu = ({ list }: ViewsMenuProps) => {
  const kind = listAt(useLocation().pathname);
  const { companyId } = usePlace();
  return kind === undefined || companyId === '' ? null : <Views kind={kind} list={list} />;
};

const labelOf = ({ name, own, createdByName }: View): string => (own ? name : `${name} (de ${createdByName})`);

const Views = ({ kind, list }: ViewsMenuProps & { kind: ViewedList }) => {
  const [wanted, setWanted] = useState(false);
  const [asked, setAsked] = useState<Asked | null>(null);
  const phone = useIsPhone();
  const { views, error, busy, ...calls } = useViews(kind, list, wanted);
  const waiting: MenuAction[] = [
    { label: error ? errorText(error) : 'Carregando…', disabled: true, onClick: () => undefined },
  ];
  const opening = views?.map((view): MenuAction => ({
    key: view.id,
    label: labelOf(view),
    icon: calls.isShown(view) ? <CheckIcon /> : <EyeIcon />,
    onClick: () => calls.open(view),
  }));
  const actions: MenuAction[] = [
    ...(opening ?? waiting),
    {
      label: 'Salvar esta visão…',
      icon: <SaveIcon />,
      separated: opening?.length !== 0,
      onClick: () => setAsked({ kind: 'save' }),
    },
    ...(opening?.length
      ? [{ label: 'Organizar visões…', icon: <SettingsIcon />, onClick: () => setAsked({ kind: 'all' }) }]
      : []),
  ];
  const all = () => setAsked({ kind: 'all' });
  const close = () => setAsked(null);
  return (
    <>
      <Menu
        trigger={
          phone ? (
            <IconButton label="Visões" icon={<EyeIcon />} />
          ) : (
            <Button variant="subtle" icon={<EyeIcon />}>
              Visões
            </Button>
          )
        }
        actions={actions}
        onOpen={() => setWanted(true)}
      />
      {asked?.kind === 'save' && (
        <ViewDialog
          title="Salvar esta visão"
          view={views?.find((view) => view.own && calls.isShown(view)) ?? { name: '', shared: false }}
          hint="Guarda filtros e ordem. Quem abrir vê só o que pode ver. Um nome que você já usou nesta lista é substituído."
          busy={busy}
          failure="Falha para salvar a visão"
          send={(form) => calls.save(form).then(close)}
          onClose={close}
        />
      )}
      {asked?.kind === 'all' && (
        <ViewsDialog
          views={views ?? []}
          onOpen={(view) => {
            close();
            calls.open(view);
          }}
          onEdit={(view) => setAsked({ kind: 'edit', view })}
          onRemove={(view) => setAsked({ kind: 'remove', view })}
          onClose={close}
        />
      )}
      {asked?.kind === 'edit' && (
        <ViewDialog
          title="Mudar visão"
          view={asked.view}
          hint="Os filtros que ela guarda ficam como estão."
          busy={busy}
          failure="Falha para mudar a visão salva"
          send={(form) => calls.change(asked.view, form).then(all)}
          onClose={all}
        />
      )}
      {asked?.kind === 'remove' && (
        <ConfirmDialog
          open
          title="Excluir esta visão?"
          text={`“${asked.view.name}” deixa de existir${asked.view.shared ? ' para todos' : ''}. Os dados ficam como estão.`}
          confirm="Excluir"
          danger
          onConfirm={() => void calls.remove(asked.view).then(all)}
          onCancel={all}
        />
      )}
    </>
  );
};
