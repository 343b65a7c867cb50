import { FETCH_PARTNER_FAILED } from '#domain/messages.ts';
import { isPositive } from '#domain/money.ts';
import { formatTaxId } from '#domain/taxId.ts';
import { EditorDrawer } from '#web/app/EditorDrawer.tsx';
import { errorText } from '#web/app/errors.ts';
import { RemoveDialog } from '#web/app/RemoveDialog.tsx';
import { findRoute } from '#web/app/routes.ts';
import { usePlace, useSession } from '#web/app/sessionContext.ts';
import { useEditor } from '#web/app/useEditor.ts';
import { usePartnerQuery, type PartnerRowFragment, type PartnerWithBalanceFragment } from '#web/generated/financial.ts';
import { ActivePill, Button, Drawer, ErrorState, FigureStrip, Skeleton } from '#web/ui/index.ts';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { PartnerKind } from './kinds.ts';
import { formOf, isPartnerForm, problemsOf, type PartnerForm } from './model.ts';
import { PartnerFields } from './PartnerFields.tsx';
import styles from './PartnersScreen.module.css';
import { usePartnerCalls } from './usePartners.ts';

interface PartnerDrawerProps {
  kind: PartnerKind;
  /** 'new', or the partner's id. */
  id: string;
  onClose: () => void;
  onMove?: (direction: 1 | -1) => void;
  onSaved: (id: string) => void;
}

/** One partner beside the list. */
export const PartnerDrawer = (props: PartnerDrawerProps) => {
  const { companyId } = usePlace();
  const { id, kind } = props;
  const { data, error, refetch } = usePartnerQuery({
    variables: { companyId, id },
    skip: id === 'new',
    fetchPolicy: 'cache-and-network',
    context: { quiet: true },
  });
  if (id === 'new') return <PartnerEditor key="new" {...props} partner={null} reload={() => undefined} />;
  const partner = data?.partner;
  if (partner?.type === kind.type) {
    return <PartnerEditor key={id} {...props} partner={partner} reload={() => void refetch()} />;
  }
  const missing = error ? errorText(error, FETCH_PARTNER_FAILED) : `${kind.one} não encontrado`;
  return (
    <Drawer open onClose={props.onClose} title={kind.one}>
      {(error ?? data) ? <ErrorState message={missing} onRetry={() => void refetch()} /> : <Skeleton rows={8} />}
    </Drawer>
  );
};

interface PartnerEditorProps extends PartnerDrawerProps {
  partner: PartnerWithBalanceFragment | null;
  reload: () => void;
}

const PartnerEditor = ({ kind, partner, reload, onClose, onMove, onSaved }: PartnerEditorProps) => {
  const calls = usePartnerCalls(kind);
  const [removing, setRemoving] = useState(false);
  const editor = useEditor<PartnerRowFragment, PartnerForm>({
    row: partner,
    draftKey: `partner.${kind.type}`,
    isForm: isPartnerForm,
    formOf,
    problemsOf,
    save: (form, row) => calls.save(row, form),
    savedText: `${kind.one} salvo`,
    failureText: kind.failure,
    onSaved: ({ id }) => onSaved(id),
  });
  return (
    <EditorDrawer
      editor={editor}
      title={partner?.name ?? kind.newLabel}
      subtitle={partner ? formatTaxId(partner.taxId) || undefined : undefined}
      status={partner && <ActivePill active={partner.active} />}
      onClose={onClose}
      onMove={onMove}
      onRemove={partner ? () => setRemoving(true) : undefined}
      onReload={reload}
      actions={
        partner && (
          <Button onClick={() => void calls.toggle(partner)}>{partner.active ? 'Desativar' : 'Reativar'}</Button>
        )
      }
    >
      {partner && <Figures kind={kind} partner={partner} />}
      <PartnerFields editor={editor} autoFocus={partner === null} />
      {partner && (
        <RemoveDialog
          open={removing}
          title={`Excluir ${partner.name}?`}
          text="O cadastro deixa de existir. Isto não pode ser desfeito."
          onRemove={() => calls.erase(partner)}
          onRemoved={() => {
            editor.forget();
            onClose();
          }}
          onCancel={() => setRemoving(false)}
          instead={
            partner.active
              ? {
                  label: 'Desativar',
                  run: () => {
                    setRemoving(false);
                    void calls.toggle(partner);
                  },
                }
              : undefined
          }
        />
      )}
    </EditorDrawer>
  );
};

/** What is open with the partner, and the way to the documents behind it. */
const Figures = ({ kind, partner }: { kind: PartnerKind; partner: PartnerWithBalanceFragment }) => {
  const { may } = useSession();
  const { balance } = partner;
  if (!balance || balance.openValue === null || balance.openValue === undefined) return null;
  const { path, label } = kind.documents;
  const route = findRoute(path);
  return (
    <>
      <FigureStrip
        figures={[
          { label: kind.open, value: balance.openValue },
          {
            label: 'Vencido',
            value: balance.overdueValue,
            tone: isPositive(balance.overdueValue ?? '0') ? 'out' : 'plain',
          },
        ]}
      />
      {route?.path === path && may(route.rule) && (
        <Link className={styles.link} to={`${path}?partner=${partner.id}`}>
          {label}
        </Link>
      )}
    </>
  );
};
