import { formatMoment } from '#domain/dates.ts';
import { formatCurrency } from '#domain/numberFormat.ts';
import type { QuoteDetailsFragment } from '#web/generated/purchase.ts';
import { CopyIcon, MoreIcon } from '#web/ui/icons.ts';
import { Button, IconButton, Menu, type MenuAction } from '#web/ui/index.ts';
import { isPending, SUPPLIER_STATES } from '../words.ts';
import type { Decisions } from './useDecisions.ts';
import styles from './suppliers.module.css';

type Supplier = QuoteDetailsFragment['suppliers'][number];

export interface SupplierListProps {
  quote: QuoteDetailsFragment;
  decisions: Decisions;
  /** A link that could not be copied. */
  onLink: (url: string) => void;
}

const about = ({ state, seenAt, answer, declineReason }: Supplier, lineCount: number): string => {
  if (state === 'ANSWERED' && answer)
    return `respondida ${formatMoment(new Date(answer.submittedAt))} · ${answer.offered} de ${lineCount}`;
  if (state === 'DECLINED') return `recusou${declineReason === null ? '' : `: ${declineReason}`}`;
  const visit = seenAt === null ? '' : `, última visita ${formatMoment(new Date(seenAt))}`;
  return `${SUPPLIER_STATES[state]}${visit}`;
};

/** "Enviar" to who was not asked; again to who lost the mail or the access. */
const sendLabel = ({ state }: Supplier): string => (state === 'CHOSEN' ? 'Enviar por e-mail' : 'Enviar de novo');

const actionsOf = (supplier: Supplier, decisions: Decisions): MenuAction[] => {
  const { id, email, state } = supplier;
  return [
    ...(email !== null && state !== 'ANSWERED' && state !== 'DECLINED'
      ? [{ label: sendLabel(supplier), onClick: () => void decisions.send(id) }]
      : []),
    ...(email !== null && isPending(supplier)
      ? [{ label: 'Lembrar', onClick: () => void decisions.remind([id]) }]
      : []),
    ...(state === 'REVOKED' || state === 'CHOSEN'
      ? []
      : [{ label: 'Revogar acesso', onClick: () => void decisions.revoke(id) }]),
  ];
};

/** Who was asked, how far each is, and what can be done about it. */
export const SupplierList = ({ quote, decisions, onLink }: SupplierListProps) => {
  const open = quote.state === 'WAITING' || quote.state === 'TO_DECIDE';
  const copy = async (supplier: Supplier) => {
    const url = await decisions.copyLink(supplier.id);
    if (url !== null) onLink(url);
  };
  return (
    <ul className={styles.suppliers}>
      {quote.suppliers.map((supplier) => {
        const actions = actionsOf(supplier, decisions);
        return (
          <li key={supplier.id}>
            <span>
              <strong>{supplier.partner.name}</strong>
              <span className={styles.about}>
                {about(supplier, quote.lines.length)}
                {supplier.email !== null && ` · ${supplier.email}`}
              </span>
            </span>
            {supplier.answer !== null && <strong>{formatCurrency(supplier.answer.total)}</strong>}
            {open && (
              <span className={styles.actions}>
                <Button size="small" icon={<CopyIcon />} onClick={() => void copy(supplier)}>
                  Copiar link
                </Button>
                {actions.length > 0 && (
                  <Menu
                    trigger={<IconButton label={`Ações de ${supplier.partner.name}`} icon={<MoreIcon />} />}
                    actions={actions}
                  />
                )}
              </span>
            )}
          </li>
        );
      })}
    </ul>
  );
};
