import { formatMoment } from '#domain/dates.ts';
import { formatCurrency } from '#domain/numberFormat.ts';
import type { QuoteDetailsFragment } from '#web/generated/purchase.ts';
import { CopyIcon, MoreIcon } from '#web/ui/icons.ts';
import { Button, Card, IconButton, Menu, type MenuAction } from '#web/ui/index.ts';
import { isPending, SUPPLIER_STATES } from '../words.ts';
import type { Decisions } from './useDecisions.ts';
import styles from './map.module.css';

type Supplier = QuoteDetailsFragment['suppliers'][number];

interface SuppliersCardProps {
  quote: QuoteDetailsFragment;
  decisions: Decisions;
  /** A link that could not be copied. */
  onLink: (url: string) => void;
}

const about = ({ state, seenAt, answer, declineReason }: Supplier): string => {
  if (state === 'ANSWERED' && answer) return `respondida ${formatMoment(new Date(answer.submittedAt))}`;
  if (state === 'DECLINED') return `recusou${declineReason === null ? '' : `: ${declineReason}`}`;
  const visit = seenAt === null ? '' : `, última visita ${formatMoment(new Date(seenAt))}`;
  return `${SUPPLIER_STATES[state]}${visit}`;
};

/** Who was asked, how far each is, and what can be done about it. */
export const SuppliersCard = ({ quote, decisions, onLink }: SuppliersCardProps) => {
  const open = quote.state === 'WAITING' || quote.state === 'TO_DECIDE';
  const copy = async (supplier: Supplier) => {
    const url = await decisions.copyLink(supplier.id);
    if (url !== null) onLink(url);
  };
  const actionsOf = (supplier: Supplier): MenuAction[] => [
    ...(supplier.email !== null && supplier.state !== 'ANSWERED' && supplier.state !== 'DECLINED'
      ? [{ label: 'Enviar de novo', onClick: () => void decisions.send(supplier.id) }]
      : []),
    ...(supplier.email !== null && isPending(supplier)
      ? [{ label: 'Lembrar', onClick: () => void decisions.remind([supplier.id]) }]
      : []),
    ...(supplier.state === 'REVOKED'
      ? []
      : [{ label: 'Revogar acesso', onClick: () => void decisions.revoke(supplier.id) }]),
  ];
  return (
    <Card title="Fornecedores">
      <ul className={styles.suppliers}>
        {quote.suppliers.map((supplier) => (
          <li key={supplier.id}>
            <span>
              <strong>{supplier.partner.name}</strong>
              <span className={styles.value}>
                {about(supplier)}
                {supplier.email !== null && ` · ${supplier.email}`}
              </span>
            </span>
            {supplier.answer !== null && <strong>{formatCurrency(supplier.answer.total)}</strong>}
            {open && (
              <span className={styles.supplierActions}>
                <Button size="small" icon={<CopyIcon />} onClick={() => void copy(supplier)}>
                  Copiar link
                </Button>
                <Menu
                  trigger={<IconButton label={`Ações de ${supplier.partner.name}`} icon={<MoreIcon />} />}
                  actions={actionsOf(supplier)}
                />
              </span>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
};
