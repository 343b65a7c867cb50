import { FETCH_PARTNER_FAILED } from '#domain/messages.ts';
import { isPositive } from '#domain/money.ts';
import { formatTaxId } from '#domain/taxId.ts';
import { AwaitedDrawer, RegisterDrawer } from '#web/register/RegisterDrawer.tsx';
import { findRoute } from '#web/session/routes.ts';
import { usePlace, useSession } from '#web/session/sessionContext.ts';
import { useEditor } from '#web/form/useEditor.ts';
import { usePartnerQuery, type PartnerRowFragment, type PartnerWithBalanceFragment } from '#web/generated/financial.ts';
import { ActivePill, FigureStrip } from '#web/ui/index.ts';
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
  const { companyId, buildingId } = usePlace();
  const { id, kind } = props;
  const { data, error, refetch } = usePartnerQuery({
    variables: { companyId, buildingId, id },
    skip: id === 'new',
    fetchPolicy: 'cache-and-network',
    context: { quiet: true },
  });
  if (id === 'new') return <PartnerEditor key="new" {...props} partner={null} reload={() => undefined} />;
  const partner = data?.partner;
  if (partner?.type === kind.type) {
    return <PartnerEditor key={id} {...props} partner={partner} reload={() => void refetch()} />;
  }
  return (
    <AwaitedDrawer
      title={kind.one}
      error={error}
      missing={data !== undefined}
      failureText={error ? FETCH_PARTNER_FAILED : `${kind.one} não encontrado`}
      onRetry={() => void refetch()}
      onClose={props.onClose}
    />
  );
};

interface PartnerEditorProps extends PartnerDrawerProps {
  partner: PartnerWithBalanceFragment | null;
  reload: () => void;
}

const PartnerEditor = ({ kind, partner, reload, onClose, onMove, onSaved }: PartnerEditorProps) => {
  const calls = usePartnerCalls(kind);
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
    <RegisterDrawer
      editor={editor}
      newTitle={kind.newLabel}
      entry={
        partner && {
          name: partner.name,
          active: partner.active,
          onToggle: () => void calls.toggle(partner),
          onErase: () => calls.erase(partner),
          loss: 'O cadastro deixa de existir.',
        }
      }
      subtitle={partner ? formatTaxId(partner.taxId) || undefined : undefined}
      status={partner && <ActivePill active={partner.active} />}
      onClose={onClose}
      onMove={onMove}
      onReload={reload}
    >
      {partner && <Figures kind={kind} partner={partner} />}
      <PartnerFields editor={editor} autoFocus={partner === null} />
    </RegisterDrawer>
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
